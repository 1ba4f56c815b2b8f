import { expect, test } from "vitest";
import { booksFromOrders, keptBooks } from "../../../tests/fixtures/books";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { newId } from "~/platform/ids.server";
import { walk } from "./refund-orders.server";
import {
  aRecall,
  beginRecall,
  progressOf,
  LETTER,
  moreOrders,
  subjects,
  refundedCents,
} from "../../../tests/fixtures/recalls";

onBothDatabases("a recall", (world) => {
  test("gives every buyer the price of that product back and leaves the rest; the books are whole", async () => {
    const recall = await aRecall(world);
    const id = await beginRecall(recall);
    expect(await progressOf(recall, id)).toMatchObject({
      orders: 0,
      refunds: 0,
      finishedAt: null,
      begunBy: "Olga Byron",
    });
    await world.runner.drain();
    expect(await progressOf(recall, id)).toMatchObject({
      orders: 3,
      refunds: 3,
      amount: 25.2,
      done: 3,
      doneAmount: 25.2,
      failed: [],
      stopped: null,
      finishedAt: expect.any(String),
    });
    expect(await refundedCents(world)).toEqual([420, 840, 1260]);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
    const zoes = (await recall.get(`/orders/${recall.orders[0]}`)).body.data;
    expect(zoes).toMatchObject({
      refunded: 8.4,
      refunds: [{ amount: 8.4, reason: "Glass.", doneAt: expect.any(String) }],
    });
    expect(await subjects(world, recall.zoe.email)).toEqual([
      `Your money for order #${zoes.itemId} is on its way back`,
    ]);
    expect(await subjects(world, recall.orchard.email)).toHaveLength(3);
    expect(await subjects(world, recall.bakery.email)).toEqual([]);
    expect((await recall.get(`/products/${recall.apples._id}/buyers`)).body.data.left).toBe(0);
  });

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

  test("of some days leaves the others, and asks for somebody who bought in them", async () => {
    const recall = await aRecall(world);
    await beginRecall(recall, { since: "2026-03-03", until: "2026-03-31" });
    await world.runner.drain();
    expect(await refundedCents(world)).toEqual([1260]);
    const nobody = await recall.post(`/products/${recall.apples._id}/recalls`, { reason: "X.", until: "2026-03-01" });
    expect([nobody.status, nobody.body.error[0].code]).toEqual([409, "nobody_bought"]);
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
    const buyers = [];
    for (let n = 0; n < 21; n += 1) buyers.push(await aUser(world));
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

  test("is written down among the letters and recalls of its product, and in the audit log with its reason", async () => {
    const recall = await aRecall(world);
    const id = await beginRecall(recall);
    await recall.post(`/products/${recall.apples._id}/letters`, LETTER);
    expect((await recall.get(`/products/${recall.apples._id}/recalls`)).body.data).toMatchObject({
      letters: [{ subject: LETTER.subject, sentAt: null }],
      recalls: [{ _id: id, finishedAt: null }],
    });
    expect((await recall.get("/audit")).body.data.docs).toContainEqual(
      expect.objectContaining({
        action: "product.recalled",
        subject: "Apples",
        details: { product: recall.apples._id, reason: "Glass." },
      }),
    );
  });
});
