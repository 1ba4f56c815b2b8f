import { expect, test } from "vitest";
import { booksFromOrders, keptBooks } from "../../../tests/fixtures/books";
import { aRecall, beginRecall, moreOrders, progressOf, refundedCents } from "../../../tests/fixtures/recalls";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { newId } from "~/platform/ids.server";
import { walk } from "./refund-orders.server";

onBothDatabases("a recall in steps", (world) => {
  test("gives only what is left, and nothing twice when it is begun again", async () => {
    const recall = await aRecall(world);
    await recall.post(`/orders/${recall.orders[2]}/refund`, {
      lines: [
        {
          lineId: (
            await world.services.db
              .selectFrom("orderLines")
              .select("_id")
              .where("orderId", "=", recall.orders[2])
              .executeTakeFirstOrThrow()
          )._id,
          quantity: 1,
        },
      ],
      reason: "Bruised.",
    });
    await beginRecall(recall);
    const other = await recall.post(`/products/${recall.apples._id}/recalls`, { reason: "Glass." });
    expect([other.status, other.body.error[0].code]).toEqual([409, "recall_under_way"]);
    await world.runner.drain();
    const again = await beginRecall(recall);
    await world.runner.drain();
    expect(await progressOf(recall, again)).toMatchObject({
      orders: 3,
      refunds: 0,
      amount: 0,
      finishedAt: expect.any(String),
    });
    expect(await refundedCents(world)).toEqual([420, 840, 1260]);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("that two processes work on, and one of them once more after a crash, gives nothing back twice", async () => {
    const recall = await aRecall(world);
    const id = await beginRecall(recall);
    const run = () => walk.handle({ recallId: id }, world.services, newId());
    await Promise.allSettled([run(), run()]);
    // As if the process had died before it could store its cursor.
    await world.services.db.updateTable("recalls").set({ cursor: "", finishedAt: null }).execute();
    await run();
    await world.runner.drain();
    expect(await refundedCents(world)).toEqual([420, 840, 1260]);
    expect(await world.services.db.selectFrom("refunds").select("_id").execute()).toHaveLength(3);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("goes on from range to range until the last order", async () => {
    const recall = await aRecall(world);
    const buyers = await Promise.all(Array.from({ length: 21 }, () => aUser(world)));
    await moreOrders(world, recall.orders[1], buyers);
    // These orders have no payment and no part, so there is nothing to refund.
    await world.services.db.updateTable("orders").set({ intentId: null }).where("itemId", ">=", 90_000).execute();
    const id = await beginRecall(recall);
    await world.runner.drain();
    expect(await progressOf(recall, id)).toMatchObject({
      orders: 24,
      refunds: 3,
      done: 3,
      finishedAt: expect.any(String),
    });
  });
});
