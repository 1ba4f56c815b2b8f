import { expect, test } from "vitest";
import { outcomeOf } from "../../../tests/fixtures/answers";
import { entriesOf } from "../../../tests/fixtures/collection";
import { aMarket, anUnpaidOrder, aPaidOrder, expectSound, TO_THE_MARKET } from "../../../tests/fixtures/market";
import { mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

/* Lines missing at a market day. Each order has two breads of the bakery at 5.00 and two of the mill at 3.20. */

interface CollectedPart {
  _id: string;
  merchant: string;
  lines: { _id: string; pieces: number; price: number }[];
}
type Market = Awaited<ReturnType<typeof aMarket>>;

/** Finds the parts of an order as the staff see them. `lineOf` names a stall's line with a number of missing pieces. */
async function partsAtMarket({ day }: Market, orderId: string) {
  const orders: { _id: string; parts: CollectedPart[] }[] = (await day()).times[0].orders;
  const parts = orders.find(({ _id }) => _id === orderId)!.parts;
  const partOf = (stall: { _id: string }) => parts.find(({ merchant }) => merchant === stall._id)!;
  return {
    partOf,
    lineOf: (stall: { _id: string }, quantity: number) => ({ lineId: partOf(stall).lines[0]!._id, quantity }),
  };
}

const statuses = (data: { parts: { statusText: string }[] }) => data.parts.map(({ statusText }) => statusText);

onBothDatabases("lines that are missing at a market day", (world) => {
  test("of an order paid by card go back stall by stall, and the rest of all is handed over, once", async () => {
    const market = await aMarket(world);
    const { bakery, mill, handOver } = market;
    const { id, itemId, buyer, read } = await aPaidOrder(world, [bakery, mill]);
    world.clock.forward(TO_THE_MARKET);
    const { partOf, lineOf } = await partsAtMarket(market, id);
    expect(partOf(mill)).toMatchObject({ order: id, deliveryFee: 0, lines: [{ pieces: 2, price: 3.2 }] });
    const missing = { lines: [lineOf(bakery, 1), lineOf(mill, 1)], amount: 8.2, reason: "forgotten" };
    const headers = { "Idempotency-Key": "missing-at-the-market" };
    expect(outcomeOf(await handOver({ order: id, missing }, headers))).toBe("done");
    expect(outcomeOf(await handOver({ order: id, missing }, headers))).toBe("done");
    expect(outcomeOf(await handOver({ order: id, missing }))).toBe("handed_over_already");
    const data = await read();
    expect(statuses(data)).toEqual(["Delivered", "Delivered"]);
    expect(data.refunded).toBe(8.2);
    expect((await entriesOf(world, bakery._id)).toSorted()).toEqual(["refund -500", "sale 1000"]);
    expect((await entriesOf(world, mill._id)).toSorted()).toEqual(["refund -320", "sale 640"]);
    expect([await stockOf(world, bakery.bread._id), await stockOf(world, mill.bread._id)]).toEqual([48, 48]);
    const letters = await mailsSent(world, buyer.email ?? "");
    const back = letters.filter(
      ({ subject }) => subject === `Order #${itemId}: money for a part of it goes back to you`,
    );
    expect(back).toHaveLength(2);
    const log = await world.services.db.selectFrom("auditLog").select(["action", "details"]).execute();
    const handed = log.filter(({ action }) => action === "market_day.handed_over");
    expect(handed.map(({ details }) => JSON.parse(details))).toMatchObject([{ missing: 8.2, reason: "forgotten" }]);
    await world.runner.drain();
    await expectSound(world);
  });

  test("of an order to be paid there are off the sum, and a fee goes along with the last of a stall", async () => {
    const market = await aMarket(world, { fee: 1 });
    const { bakery, mill, handOver } = market;
    const { id, read } = await anUnpaidOrder(world, [bakery, mill]);
    world.clock.forward(TO_THE_MARKET);
    const { lineOf } = await partsAtMarket(market, id);
    const missing = { lines: [lineOf(mill, 2)], amount: 6.79, reason: "sold_out" };
    expect(outcomeOf(await handOver({ order: id, missing, given: 10.6 }))).toBe("given_too_little");
    expect(outcomeOf(await handOver({ order: id, missing: { ...missing, amount: 6.4 }, given: 20 }))).toBe(
      "refunded_meanwhile",
    );
    expect((await handOver({ order: id, missing, given: 20 })).body.payment).toEqual({
      paid: 10.61,
      tendered: 20,
      change: 9.39,
    });
    expect(statuses((await read()).data).toSorted()).toEqual(["Cancelled", "Delivered"]);
    expect(await entriesOf(world, mill._id)).toEqual([]);
    expect((await entriesOf(world, bakery._id)).toSorted()).toEqual(["cash -1061", "delivery 61", "sale 1000"]);
    await expectSound(world);
  });

  test("are those of the parts that are handed over, and all of them is refused: nothing is done then", async () => {
    const market = await aMarket(world);
    const { bakery, mill, handOver } = market;
    const { id, read } = await aPaidOrder(world, [bakery, mill]);
    const otherOrder = await aPaidOrder(world, [bakery]);
    world.clock.forward(TO_THE_MARKET);
    const { partOf, lineOf } = await partsAtMarket(market, id);
    const strangersParts = await partsAtMarket(market, otherOrder.id);
    const parts = [partOf(bakery)._id];
    const refusals = [
      await handOver({ order: id, parts, missing: { lines: [lineOf(mill, 1)], amount: 3.2, reason: "broken" } }),
      await handOver({
        order: id,
        missing: { lines: [strangersParts.lineOf(bakery, 1)], amount: 5, reason: "broken" },
      }),
      await handOver({ order: id, missing: { lines: [lineOf(mill, 3)], amount: 9.6, reason: "broken" } }),
      await handOver({ order: id, parts, missing: { lines: [lineOf(bakery, 2)], amount: 10, reason: "broken" } }),
      await handOver({ order: id, missing: { lines: [], amount: 0, reason: "broken" } }),
    ];
    expect(refusals.map(outcomeOf)).toEqual([
      "unknown_line",
      "unknown_line",
      "more_than_is_left",
      "all_missing",
      "too_small",
    ]);
    expect(statuses(await read())).toEqual(["Processing", "Processing"]);
    const missing = { lines: [lineOf(bakery, 1)], amount: 5, reason: "broken", restock: true };
    expect(outcomeOf(await handOver({ order: id, parts, missing }))).toBe("done");
    expect(statuses(await read()).toSorted()).toEqual(["Delivered", "Processing"]);
    expect(await stockOf(world, bakery.bread._id)).toBe(47);
    await world.services.db.updateTable("orders").set({ disputedAt: "2026-03-02T12:00:00.000Z" }).execute();
    expect(
      outcomeOf(await handOver({ order: id, missing: { lines: [lineOf(mill, 1)], amount: 3.2, reason: "broken" } })),
    ).toBe("disputed");
  });

  test("are given back once by two phones at the same moment, and by the staff and a stall", async () => {
    const market = await aMarket(world);
    const { bakery, mill, handOver } = market;
    const { id, read } = await aPaidOrder(world, [bakery, mill]);
    world.clock.forward(TO_THE_MARKET);
    const { lineOf } = await partsAtMarket(market, id);
    const missing = { lines: [lineOf(bakery, 1), lineOf(mill, 1)], amount: 8.2, reason: "broken" };
    const phones = await Promise.all([1, 2, 3].map(() => handOver({ order: id, missing })));
    expect(phones.map(outcomeOf).toSorted()).toEqual(["done", "handed_over_already", "handed_over_already"]);
    expect((await read()).refunded).toBe(8.2);
    await world.runner.drain();
    await expectSound(world);
  });
});
