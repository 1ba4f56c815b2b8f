import { expect, test } from "vitest";
import { releaseMissed } from "~/features/unpaid-orders/release-missed.server";
import { handOverAtMarket } from "./hand-over-at-market.server";
import { outcomeOf } from "../../../tests/fixtures/answers";
import { confirm, finalize } from "../../../tests/fixtures/checkout";
import { entriesOf, SATURDAY } from "../../../tests/fixtures/collection";
import {
  aMarket,
  anUnpaidOrder,
  expectSound,
  HOUR,
  orderAtMarket,
  TO_THE_MARKET,
} from "../../../tests/fixtures/market";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

/* Paying at market days. The clock stands at Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

onBothDatabases("an order that is paid at a market day", (world) => {
  test("is placed where every stall of it offers that there; others are named, and nothing is ordered", async () => {
    const { bakery, mill, dairy } = await aMarket(world);
    const buyer = await aUser(world);
    const refusal = await orderAtMarket(world, buyer, [bakery, dairy]);
    expect(refusal.body.error).toEqual([
      expect.objectContaining({
        code: "not_on_collection",
        field: "paymentMethod",
        message: expect.stringMatching(/is paid by card at Town Hall Market\.$/),
      }),
    ]);
    const options = await world.call("POST", "/product/delivery/options", {
      body: { carts: [bakery, mill, dairy].map(({ line }) => line) },
    });
    const offers = options.body.data.map(({ options: [option] }: { options: { isPaidThere: boolean }[] }) => {
      return option!.isPaidThere;
    });
    expect(offers).toEqual([true, true, false]);
    const placedOrder = await orderAtMarket(world, buyer, [bakery, mill]);
    expect(placedOrder.body.order).toMatchObject({ amount: 16.4, paymentMethod: "On collection" });
    const merchantsDays = await world.call("GET", "/merchant/market-days", { token: bakery.token });
    expect(merchantsDays.body.data).toMatchObject([{ takesPart: true, isPaidThere: true, stalls: 3 }]);
  });

  test("is handed over by the staff for one sum, which each stall has its part of, and the fee with it", async () => {
    const { bakery, mill, handOver, day } = await aMarket(world, { fee: 1 });
    const { id, read } = await anUnpaidOrder(world, [bakery, mill]);
    world.clock.forward(TO_THE_MARKET);
    const before = (await day()).times[0].orders[0].parts;
    expect(before.map(({ onCollection }: { onCollection: { due: number } }) => onCollection.due).sort()).toEqual([
      10.61, 6.79,
    ]);
    const refusals = [await handOver({ order: id }), await handOver({ order: id, given: 17.39 })];
    expect(refusals.map(outcomeOf)).toEqual(["to_be_paid", "given_too_little"]);
    expect(refusals.map(({ body }) => body.error[0].message)).toEqual([
      "$17.40 are to be paid. Enter the sum that you get.",
      "$17.40 are to be paid.",
    ]);
    const headers = { "Idempotency-Key": "handed-over-once" };
    const answer = {
      message: "It is handed over.",
      payment: { paid: 17.4, tendered: 20, change: 2.6 },
    };
    expect((await handOver({ order: id, given: 20 }, headers)).body).toEqual(answer);
    expect((await handOver({ order: id, given: 20 }, headers)).body).toEqual(answer);
    expect(outcomeOf(await handOver({ order: id, given: 20 }))).toBe("handed_over_already");
    expect((await entriesOf(world, bakery._id)).toSorted()).toEqual(["cash -1061", "delivery 61", "sale 1000"]);
    expect((await entriesOf(world, mill._id)).toSorted()).toEqual(["cash -679", "delivery 39", "sale 640"]);
    const payments = (await read()).data.parts.map(
      ({ onCollection }: { onCollection: Record<string, unknown> }) => onCollection,
    );
    for (const payment of payments) expect(payment).toMatchObject({ state: "paid", paidTo: "market", due: 0 });
    // The change is stored once.
    expect(payments.map(({ change }: { change: number }) => change).toSorted()).toEqual([0, 2.6]);
    expect((await day()).cash.map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([10.61, 6.79]);
    const note = await world.services.db.selectFrom("ledger").select("note").where("kind", "=", "cash").execute();
    for (const entry of note) expect(entry.note).toMatch(/^Paid to the market's staff for you, order #\d+$/);
    const log = await world.services.db.selectFrom("auditLog").select(["action", "details"]).execute();
    const handed = log.filter(({ action }) => action === "market_day.handed_over");
    expect(handed.map(({ details }) => JSON.parse(details).paid)).toEqual([17.4]);
    await expectSound(world);
  });

  test("is handed over part by part: a stall takes the sum of its own, the staff that of the rest", async () => {
    const { bakery, mill, handOver, day } = await aMarket(world, { fee: 1 });
    const { id, code, partOf, read } = await anUnpaidOrder(world, [bakery, mill]);
    world.clock.forward(TO_THE_MARKET);
    expect(outcomeOf(await bakery.handOver(code))).toBe("to_be_paid");
    const ownHandOver = await bakery.handOver(code, 11);
    expect(ownHandOver.body.data.onCollection).toMatchObject({ paid: 10.61, change: 0.39, paidTo: "stall" });
    expect(outcomeOf(await handOver({ order: id, parts: [partOf(bakery)], given: 20 }))).toBe("handed_over_already");
    expect((await handOver({ order: id, given: 6.79 })).body.payment).toEqual({
      paid: 6.79,
      tendered: 6.79,
      change: 0,
    });
    expect((await day()).cash).toMatchObject([{ merchant: mill._id, amount: 6.79 }]);
    expect((await read()).data.isCompleted).toBe(true);
    await expectSound(world);
  });

  test("beside one that is paid by card and added to it is handed over with it, and only its own sum is taken", async () => {
    const { bakery, mill, dairy, handOver } = await aMarket(world);
    const { buyer, id, code, read } = await anUnpaidOrder(world, [bakery, mill]);
    const carts = [mill.line, dairy.line];
    const ways = [{ ...mill.way, order: id }, dairy.way];
    const checkout = await orderAtMarket(world, buyer, [mill, dairy], { carts, ways, paymentMethod: "Card" });
    await confirm(world, checkout.body.data as string);
    const card = (await finalize(world, buyer.token, checkout.body.payment.stripeId as string)).body.data;
    world.clock.forward(TO_THE_MARKET);
    expect((await handOver({ order: id, given: 20 })).body.payment).toEqual({ paid: 16.4, tendered: 20, change: 3.6 });
    expect(
      (await read()).data.parts.every(({ statusText }: { statusText: string }) => statusText === "Delivered"),
    ).toBe(true);
    const dairyPart = card.parts.find(({ merchant }: { merchant: string }) => merchant === dairy._id);
    expect(dairyPart.delivery.code).not.toBe(code);
    expect((await handOver({ order: card._id })).body.payment).toBeNull();
    expect((await entriesOf(world, mill._id)).toSorted()).toEqual(["cash -640", "sale 640", "sale 640"]);
    await expectSound(world);
  });

  test("is handed over and paid once by two phones at the same moment, and by the staff and a stall", async () => {
    const { bakery, mill, handOver } = await aMarket(world);
    const { id } = await anUnpaidOrder(world, [bakery, mill]);
    const otherOrder = await anUnpaidOrder(world, [mill, bakery]);
    world.clock.forward(TO_THE_MARKET);
    const phones = await Promise.all([
      handOver({ order: id, given: 20 }),
      handOver({ order: id, given: 20 }),
      handOver({ order: otherOrder.id, given: 20 }),
      mill.handOver(otherOrder.code, 10),
    ]);
    const codes = phones.map(outcomeOf);
    expect(codes.slice(0, 2).toSorted()).toEqual(["done", "handed_over_already"]);
    // If the stall hands over first, it takes its own sum, and the staff take the rest.
    expect(codes[2]).toBe("done");
    expect(["done", "handed_over_already"]).toContain(codes[3]);
    for (const stall of [bakery, mill])
      expect((await entriesOf(world, stall._id)).filter((entry) => entry.startsWith("cash"))).toHaveLength(2);
    await expectSound(world);
  });

  test("is whole or not at all: nothing is booked where it ends between two of its parts", async () => {
    const { bakery, mill, handOver, marketDay, operator } = await aMarket(world);
    const { id, read } = await anUnpaidOrder(world, [bakery, mill]);
    world.clock.forward(TO_THE_MARKET);
    // The clock is read once for each part that is booked.
    const moments = [world.clock.now()];
    const clock = {
      now: () => {
        const moment = moments.pop();
        if (!moment) throw new Error("killed");
        return moment;
      },
    };
    const ends = handOverAtMarket({ ...world.services, clock }, operator, marketDay, SATURDAY, {
      order: id,
      given: 20,
    });
    await expect(ends).rejects.toThrow("killed");
    expect(moments).toEqual([]);
    expect((await read()).data.parts.map(({ statusText }: { statusText: string }) => statusText)).toEqual([
      "Processing",
      "Processing",
    ]);
    expect([await entriesOf(world, bakery._id), await entriesOf(world, mill._id)]).toEqual([[], []]);
    await expectSound(world);
    expect(outcomeOf(await handOver({ order: id, given: 20 }))).toBe("done");
    await expectSound(world);
  });

  test("that is called off or not collected has nothing to give back, and counts once however many stalls it has", async () => {
    const { bakery, mill, handOver } = await aMarket(world);
    const first = await anUnpaidOrder(world, [bakery, mill]);
    const cancelled = await world.call("POST", `/product/order/merchant/${first.id}/cancel`, {
      token: bakery.token,
      body: { reason: "The oven broke." },
    });
    expect(cancelled.body.data).toMatchObject({ statusText: "Cancelled", refunds: [] });
    world.clock.forward(TO_THE_MARKET);
    expect((await handOver({ order: first.id, given: 10 })).body.payment).toMatchObject({ paid: 6.4, change: 3.6 });
    expect(await entriesOf(world, bakery._id)).toEqual([]);

    const buyer = await aUser(world);
    const later = { ways: [bakery, mill].map(({ way }) => ({ ...way, day: "2026-03-14" })) };
    expect(outcomeOf(await orderAtMarket(world, buyer, [bakery, mill], later))).toBe("done");
    world.clock.forward(7 * 24 * HOUR + 6 * HOUR);
    await releaseMissed.handle(world.services);
    const standing = await world.call("GET", "/product/payment/on-collection", { token: buyer.token });
    expect(standing.body.data).toMatchObject({ missed: 1, unpaidOrders: 0, unpaid: 0 });
    await expectSound(world);
  });
});
