import { expect, test } from "vitest";
import { moveRefund } from "../../../tests/fakes/stripe/refunds";
import { refundsAtStripe, TOLD } from "../../../tests/fixtures/taken-refunds";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { reconcileRefunds, RefundUnderWay } from "./reconcile-refunds.server";

onBothDatabases("the job that looks at refunds again", (world) => {
  const { shop, aPaidOne, work, atStripe, move, subjects, rows } = refundsAtStripe(world);

  test("notices a failed refund without any message", async () => {
    const { operator, refund, seen } = await aPaidOne();
    await refund();
    await work();
    world.clock.forward(16 * 86_400);
    await world.runner.drain(["refunds.look"]);
    move("failed");
    shop.fake.store.events.length = 0;
    // After a look, the next one comes only when half of the refund's age has passed again.
    await world.runner.drain(["refunds.look"]);
    expect((await seen()).refunds[0].state).toBe("refunded");
    world.clock.forward(9 * 86_400);
    await world.runner.drain(["refunds.look"]);
    expect((await seen()).refunds[0].state).toBe("failed");
    expect(await subjects(operator.email)).toEqual([TOLD]);
  });

  test("looks at a refund less and less, and once it is old not at all", async () => {
    const { refund } = await aPaidOne();
    await refund();
    await work();
    let looks = 0;
    for (let day = 0; day < 100; day += 1) {
      world.clock.forward(86_400);
      shop.fake.requests.length = 0;
      await world.runner.drain(["refunds.look"]);
      if (shop.fake.requests.includes("GET /v1/refunds")) looks += 1;
    }
    expect(looks).toBeLessThan(15);
    expect(looks).toBeGreaterThan(4);
    expect((await rows())[0]?.lookAt).toBeNull();
  });

  test("looks at a pending refund every day for as long as it takes", async () => {
    const { refund } = await aPaidOne();
    shop.fake.store.refundsBegin.push("pending");
    await refund();
    await work();
    world.clock.forward(90 * 86_400);
    await world.runner.drain(["refunds.look"]);
    world.clock.forward(86_400);
    move("succeeded");
    shop.fake.store.events.length = 0;
    await world.runner.drain(["refunds.look"]);
    expect((await rows())[0]).toMatchObject({ providerStatus: "succeeded", doneAt: expect.any(String) });
  });

  test("goes on to the other refunds when it cannot look at one", async () => {
    const [one, two] = [await aPaidOne(), await aPaidOne()];
    await one.refund();
    await two.refund();
    await work();
    const [first, second] = atStripe();
    moveRefund(shop.fake.store, first?.id ?? "", "failed");
    moveRefund(shop.fake.store, second?.id ?? "", "failed");
    shop.fake.store.events.length = 0;
    world.clock.forward(3600);
    shop.fake.troubles.expect(`GET /v1/payment_intents/${one.intentId}`, "down");
    await world.runner.drain(["refunds.look"]);
    expect([(await one.seen()).refunds[0].state, (await two.seen()).refunds[0].state]).toEqual(["refunded", "failed"]);
    world.clock.forward(3600);
    await world.runner.drain(["refunds.look"]);
    expect((await one.seen()).refunds[0].state).toBe("failed");
  });

  test("leaves a refund for later while its state changes with every question", async () => {
    const { refund, intentId } = await aPaidOne();
    await refund();
    await work();
    const real = shop.provider();
    let questions = 0;
    world.services.cards = {
      ...real,
      async refundsOf(id) {
        questions += 1;
        if (questions > 20) throw new Error("The question is repeated without end.");
        const providerStatus = questions % 2 ? "pending" : "succeeded";
        await world.services.db.updateTable("refunds").set({ providerStatus }).execute();
        return real.refundsOf(id);
      },
    };
    await expect(reconcileRefunds(world.services, intentId)).rejects.toThrow(RefundUnderWay);
    expect(questions).toBeLessThan(10);
  });
});
