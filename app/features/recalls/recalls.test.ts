import { expect, test } from "vitest";
import { booksFromOrders, keptBooks } from "../../../tests/fixtures/books";
import { aRecall, beginRecall, LETTER, progressOf, refundedCents, subjects } from "../../../tests/fixtures/recalls";
import { onBothDatabases } from "../../../tests/fixtures/world";

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

  test("of some days leaves the others, and asks for somebody who bought in them", async () => {
    const recall = await aRecall(world);
    await beginRecall(recall, { since: "2026-03-03", until: "2026-03-31" });
    await world.runner.drain();
    expect(await refundedCents(world)).toEqual([1260]);
    const nobody = await recall.post(`/products/${recall.apples._id}/recalls`, { reason: "X.", until: "2026-03-01" });
    expect([nobody.status, nobody.body.error[0].code]).toEqual([409, "nobody_bought"]);
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
