import { beforeEach, expect, test } from "vitest";
import { codeOf } from "../../tests/fixtures/answers";
import { aPaidOrder } from "../../tests/fixtures/checkout";
import { PROOF_TOO_OLD, prove } from "../../tests/fixtures/prove";
import { aUser } from "../../tests/fixtures/shop";
import { onBothDatabases } from "../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";

onBothDatabases(
  "a refund above the sum that is set",
  (world) => {
    beforeEach(() => {
      // The price of eight pieces.
      world.services.config.refundProofAboveCents = 2000;
    });

    async function anOrder(pieces: number) {
      const { orderId } = await aPaidOrder(world, { quantity: pieces });
      const { merchantId } = await world.services.db
        .selectFrom("orderParts")
        .select("merchantId")
        .where("orderId", "=", orderId)
        .executeTakeFirstOrThrow();
      const merchant = await issueToken(world.services.db, world.services, merchantId);
      return { orderId, merchant };
    }

    test("asks for a proof of operators and merchants; many small ones of a day are no way around it", async () => {
      const operator = await aUser(world, { privilege: "operator" });
      const [large, small] = [await anOrder(9), await anOrder(3)];
      world.clock.forward(PROOF_TOO_OLD);
      const refund = (orderId: string) =>
        world.call("POST", `/operator/orders/${orderId}/refund`, { token: operator.token, body: { reason: "Late." } });
      expect(codeOf(await refund(large.orderId))).toBe("proof_needed");
      expect((await refund(small.orderId)).status).toBe(200);
      expect((await refund((await anOrder(3)).orderId)).status).toBe(200);
      const third = await anOrder(3);
      expect(codeOf(await refund(third.orderId))).toBe("proof_needed");
      await prove(world, operator.token);
      expect([(await refund(third.orderId)).status, (await refund(large.orderId)).status]).toEqual([200, 200]);
    });

    test("that came back asks for a proof when it is made anew, or noted as given back another way", async () => {
      const operator = await aUser(world, { privilege: "operator" });
      const { token } = operator;
      const { orderId } = await aPaidOrder(world, { quantity: 9, card: { number: "4000 0000 0000 5126" } });
      const post = (path: string, body?: object) =>
        world.call("POST", `/operator/orders/${orderId}${path}`, { token, ...(body && { body }) });
      await prove(world, token);
      expect((await post("/refund", { reason: "Late." })).status).toBe(200);
      const comeBack = async () => {
        await world.runner.drain();
        world.clock.forward(PROOF_TOO_OLD);
        await world.runner.drain(["refunds.look"]);
      };
      await comeBack();
      const [{ _id }] = (await world.call("GET", `/operator/orders/${orderId}`, { token })).body.data.refunds;
      const retryRefund = () => post(`/refunds/${_id}/anew`);
      const refundOtherWay = () =>
        post(`/refunds/${_id}/other-way`, { how: "In cash.", day: world.clock.now().toISOString().slice(0, 10) });
      expect([codeOf(await retryRefund()), codeOf(await refundOtherWay())]).toEqual(["proof_needed", "proof_needed"]);
      await prove(world, token);
      expect((await retryRefund()).status).toBe(200);
      await comeBack();
      expect(codeOf(await refundOtherWay())).toBe("proof_needed");
      await prove(world, token);
      expect((await refundOtherWay()).status).toBe(200);
    });

    test("asks merchants who cancel a part or give a part of its price back, and closes both to personal tokens", async () => {
      const { orderId, merchant } = await anOrder(9);
      const createAnswer = await world.call("POST", "/user/tokens", {
        token: merchant,
        body: { name: "Till", scopes: ["orders:write"], days: 30 },
      });
      world.clock.forward(PROOF_TOO_OLD);
      const cancel = (token: string) =>
        world.call("POST", `/product/order/merchant/${orderId}/cancel`, { token, body: { reason: "Sold out." } });
      const [{ _id: lineId }] = (await world.services.db
        .selectFrom("orderLines")
        .select("_id")
        .where("orderId", "=", orderId)
        .execute()) as [{ _id: string }];
      const give = (token: string, dollars: number) =>
        world.call("POST", `/product/order/merchant/${orderId}/refund`, {
          token,
          body: { lines: [{ lineId, amount: dollars }], refunded: 0, amount: dollars, reason: "Bruised." },
        });
      const program = `Bearer ${createAnswer.body.token}`;
      expect([codeOf(await cancel(merchant)), codeOf(await give(merchant, 20.01))]).toEqual([
        "proof_needed",
        "proof_needed",
      ]);
      expect([codeOf(await cancel(program)), codeOf(await give(program, 20.01))]).toEqual([
        "not_for_tokens",
        "not_for_tokens",
      ]);
      expect((await give(program, 5)).status).toBe(200);
      await prove(world, merchant);
      expect((await cancel(merchant)).status).toBe(200);
      expect((await cancel(merchant)).status).toBe(200);
    });
  },
  { limits: true },
);
