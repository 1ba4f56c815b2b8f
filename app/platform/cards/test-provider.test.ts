import { expect, test } from "vitest";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { testProvider } from "./test-provider.server";

const MINUTE = 60;

onBothDatabases("the test provider", (world) => {
  const provider = () => testProvider({ db: world.services.db, clock: world.clock });

  /** A payment of 1,000 cents with this card. */
  async function paidWith(number: string): Promise<string> {
    const { id, clientSecret } = await provider().createIntent({
      orderId: "o".repeat(24),
      buyerId: "b".repeat(24),
      amountCents: 1000,
      currency: "usd",
      description: "Jars",
      idempotencyKey: `pays with ${number}`,
    });
    const card = { number, expMonth: 4, expYear: 2034, cvc: "123" };
    expect((await provider().confirm(clientSecret, card)).status).toBe("succeeded");
    return id;
  }
  const refund = (intentId: string, refusals = 0) =>
    provider().refund({ intentId, amountCents: 400, refundId: "a-refund", refusals });
  const statuses = async (intentId: string) => (await provider().refundsOf(intentId)).map(({ status }) => status);
  const refundedCents = async (intentId: string) => (await provider().retrieve(intentId)).refundedCents;

  test("4242 4242 4242 4242 pays, and its refunds succeed for good", async () => {
    const id = await paidWith("4242424242424242");
    expect((await refund(id)).status).toBe("succeeded");
    world.clock.forward(MINUTE);
    expect([await statuses(id), await refundedCents(id)]).toEqual([["succeeded"], 400]);
  });

  test("4000 0000 0000 7726 pays, and its refunds are pending for a minute", async () => {
    const id = await paidWith("4000000000007726");
    expect((await refund(id)).status).toBe("pending");
    world.clock.forward(MINUTE - 1);
    expect(await statuses(id)).toEqual(["pending"]);
    world.clock.forward(1);
    expect([await statuses(id), await refundedCents(id)]).toEqual([["succeeded"], 400]);
  });

  test("4000 0000 0000 5126 pays, and its refunds fail a minute after they succeeded; the money can go back again", async () => {
    const id = await paidWith("4000000000005126");
    const first = await refund(id);
    expect(first.status).toBe("succeeded");
    expect([await statuses(id), await refundedCents(id)]).toEqual([["succeeded"], 400]);
    world.clock.forward(MINUTE);
    expect(await provider().refundsOf(id)).toMatchObject([
      { status: "failed", failureReason: "expired_or_canceled_card", refundId: "a-refund" },
    ]);
    expect(await refundedCents(id)).toBe(0);
    // The same key gets the refund that failed; another key makes another refund.
    expect(await refund(id)).toEqual({ id: first.id, status: "failed" });
    expect(await refund(id, 1)).toMatchObject({ status: "succeeded" });
    expect([await statuses(id), await refundedCents(id)]).toEqual([["failed", "succeeded"], 400]);
  });
});
