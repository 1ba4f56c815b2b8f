import { expect } from "vitest";
import { longTest } from "../../tests/fixtures/long-test";
import { booksFromOrders, keptBooks } from "../../tests/fixtures/books";
import { fillGoods } from "../../tests/fixtures/whole-demo";
import { onBothDatabases } from "../../tests/fixtures/world";
import { fillOrders } from "./past-orders.server";

onBothDatabases("the orders of the whole demo", (world) => {
  longTest("have goods that are still to be weighed and goods that were, and the books agree to the cent", async () => {
    const { db, clock, config } = world.services;
    const { goods, ...people } = await fillGoods(world);
    await db.transaction().execute((trx) => fillOrders(trx, clock.now(), config.timeZone, people, goods));
    const lines = await db
      .selectFrom("orderLines as l")
      .innerJoin("orderParts as p", "p._id", "l.partId")
      .leftJoin("productFood as f", "f.productId", "l.productId")
      .selectAll("l")
      .select(["p.statusText", "p.merchantId", "f.food as foodNow"])
      .execute();
    const byWeight = lines.filter((line) => line.unitPriceCents !== null);
    const toWeigh = byWeight.filter(({ dueCents }) => dueCents === null);
    expect(toWeigh.length).toBeGreaterThanOrEqual(2);
    expect(toWeigh.every(({ statusText }) => statusText === "Processing")).toBe(true);
    const weighed = byWeight.filter(({ dueCents }) => dueCents !== null);
    expect(weighed.length).toBeGreaterThan(50);
    expect(weighed.filter(({ refundedCents }) => refundedCents > 0).length).toBeGreaterThan(50);
    for (const { priceCents, quantity, refundedCents, dueCents } of weighed)
      expect(priceCents * quantity - refundedCents).toBe(dueCents);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));

    const intents = await db.selectFrom("testIntents").select(["_id", "refundedCents"]).execute();
    const refunds = await db.selectFrom("refunds").select(["intentId", "amountCents"]).execute();
    const givenBack = new Map<string, number>();
    for (const { intentId, amountCents } of refunds)
      givenBack.set(intentId, (givenBack.get(intentId) ?? 0) + amountCents);
    for (const { _id, refundedCents } of intents) expect([_id, refundedCents]).toEqual([_id, givenBack.get(_id) ?? 0]);

    // An order keeps the food information of its goods.
    expect(lines.map(({ food }) => food)).toEqual(lines.map(({ foodNow }) => foodNow ?? ""));
    expect(lines.filter(({ food }) => food !== "").length).toBeGreaterThan(2000);
  });
});
