import { expect, test } from "vitest";
import { releaseHold } from "~/features/checkout/hold-stock.server";
import { confirm, finalize } from "../../../tests/fixtures/checkout";
import { stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import {
  aMarketDay,
  anOrder,
  aStallAt,
  beginOrder,
  codeOf,
  MARKET,
  placesTaken,
  SATURDAY,
  type Stall,
} from "../../../tests/fixtures/market-days";

onBothDatabases("the places of several stalls at one market day", (world) => {
  test("a place is given back once nothing of the order is left there", async () => {
    const { marketDay } = await aMarketDay(world);
    const [bakery, dairy] = [await aStallAt(world, marketDay), await aStallAt(world, marketDay)];
    const order = await anOrder(world, [bakery, dairy]);
    const cancel = (stall: Stall) =>
      world.call("POST", `/product/order/merchant/${order.id}/cancel`, {
        token: stall.token,
        body: { reason: "Hail." },
      });
    await cancel(bakery);
    expect(await placesTaken(world)).toEqual(["07: 1"]);
    await cancel(dairy);
    expect(await placesTaken(world)).toEqual(["07: 0"]);
    const checkout = await beginOrder(world, [bakery, dairy]);
    expect(await placesTaken(world)).toEqual(["07: 1"]);
    await releaseHold(world.services, checkout.body.payment.orderId as string);
    expect(await placesTaken(world)).toEqual(["07: 0"]);
  });

  test("thirty buyers of several stalls at once for 20 places: 20, and each of them once", async () => {
    const { marketDay } = await aMarketDay(world, { ...MARKET, times: [{ ...SATURDAY, capacity: 20 }] });
    const stalls = [
      await aStallAt(world, marketDay),
      await aStallAt(world, marketDay),
      await aStallAt(world, marketDay),
    ];
    const mixes = [stalls, stalls.slice(1), stalls.slice(0, 1)];
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => beginOrder(world, mixes[index % 3]!)));
    const checkouts = answers.filter(({ status }) => status === 200);
    expect(checkouts).toHaveLength(20);
    expect(answers.flatMap((answer) => (answer.status === 200 ? [] : [codeOf(answer)]))).toEqual(
      Array.from({ length: 10 }, () => "slot_full"),
    );
    expect(await placesTaken(world)).toEqual(["07: 20"]);
    for (const { body } of checkouts) await releaseHold(world.services, body.payment.orderId as string);
    expect(await placesTaken(world)).toEqual(["07: 0"]);
    expect(await stockOf(world, stalls[0]!.bread._id)).toBe(500);
  });

  test("a late payment takes its one place again", async () => {
    const { marketDay } = await aMarketDay(world);
    const stalls = [await aStallAt(world, marketDay), await aStallAt(world, marketDay)];
    const { buyer, body } = await beginOrder(world, stalls);
    await confirm(world, body.data as string);
    await releaseHold(world.services, body.payment.orderId as string);
    expect((await finalize(world, buyer.token, body.payment.stripeId as string)).status).toBe(200);
    expect(await placesTaken(world)).toEqual(["07: 1"]);
  });

  test("a stall that leaves, or a market day that is switched off, changes no placed order", async () => {
    const { marketDay, token, path } = await aMarketDay(world);
    const [bakery, dairy] = [await aStallAt(world, marketDay), await aStallAt(world, marketDay)];
    const order = await anOrder(world, [bakery, dairy]);
    const earlier = (await order.read()).parts;
    await world.call("DELETE", dairy.path, { token: dairy.token });
    await world.call("PUT", path, { token, body: { ...MARKET, name: "Elsewhere", active: false } });
    expect((await order.read()).parts).toEqual(earlier);
    expect(codeOf(await world.call("DELETE", path, { token }))).toBe("market_day_in_use");
    expect(codeOf(await beginOrder(world, [bakery]))).toBe("way_closed");
  });
});
