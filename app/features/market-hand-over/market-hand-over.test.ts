import { expect, test } from "vitest";
import { outcomeOf } from "../../../tests/fixtures/answers";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/* The clock stands at Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

const DAY = "2026-03-07";
const MARKET = {
  name: "Town Hall Market",
  address: "1 Market Square, Burlington",
  times: [{ weekday: 6, from: "09:00", to: "12:00", cutOff: { hoursBefore: 12 } }],
};

/** A market day of two stalls with bread, an operator, and orders of both stalls. */
async function aMarket(world: World, orders: number) {
  const operator = await aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Grove" });
  const { token } = operator;
  const marketDay = (await world.call("POST", "/operator/market-days", { token, body: MARKET })).body.data
    ._id as string;
  const stalls: { merchant: Awaited<ReturnType<typeof aUser>>; bread: Awaited<ReturnType<typeof aProduct>> }[] = [];
  // One after the other, because the first product creates the category of both.
  for (let count = 0; count < 2; count += 1) {
    const merchant = await aUser(world, { privilege: "merchant" });
    await world.call("PUT", `/merchant/market-days/${marketDay}`, { token: merchant.token, body: { noticeHours: 0 } });
    stalls.push({ merchant, bread: await aProduct(world, { merchantId: merchant._id, title: "Bread", quantity: 50 }) });
  }
  const placedOrders: { id: string; code: string; parts: string[] }[] = [];
  for (let count = 0; count < orders; count += 1) {
    // Orders for the same time are sorted by age.
    world.clock.forward(1);
    const buyer = await aUser(world);
    const ways = stalls.map(({ merchant }) => ({ merchant: merchant._id, method: marketDay, day: DAY, from: "09:00" }));
    const carts = stalls.map(({ bread }) => ({ product: bread._id, quantity: 2 }));
    const { body } = await initialize(world, buyer.token, carts, { ways });
    await confirm(world, body.data as string);
    const { data } = (await finalize(world, buyer.token, body.payment.stripeId as string)).body;
    const parts = stalls.map(
      ({ merchant }) => data.parts.find((part: { merchant: string }) => part.merchant === merchant._id)._id as string,
    );
    placedOrders.push({ id: data._id as string, code: data.parts[0].delivery.code as string, parts });
  }
  const path = `/operator/market-days/${marketDay}/days`;
  return {
    token,
    stalls,
    orders: placedOrders,
    path,
    day: async (query = "") => world.call("GET", `${path}/${DAY}${query}`, { token }),
    handOver: (body: object, day = DAY, headers = {}) =>
      world.call("POST", `${path}/${day}/hand-over`, { token, body, headers }),
  };
}

onBothDatabases("the staff of a market day", (world) => {
  test("see whole orders, and days with what is handed over of them", async () => {
    const { token, orders, path, day, handOver } = await aMarket(world, 2);
    const { data } = (await day()).body;
    expect(data).toMatchObject({
      name: "Town Hall Market",
      cut: false,
      times: [
        {
          from: "09:00",
          to: "12:00",
          orders: orders.map(({ id, code }) => ({
            _id: id,
            code,
            buyer: "Ada Byron",
            parts: [{ lines: [{ title: "Bread", pieces: 2 }] }, { lines: [{ title: "Bread", pieces: 2 }] }],
          })),
        },
      ],
    });
    await handOver({ order: orders[0]!.id });
    const days = (await world.call("GET", path, { token })).body.data;
    expect(days).toEqual([{ day: DAY, times: [{ from: "09:00", to: "12:00", orders: 2, parts: 4, handedOver: 2 }] }]);
  });

  test("find an order by its code, however it is said", async () => {
    const { token, orders, day, path } = await aMarket(world, 2);
    const [, second] = orders;
    const typedCode = encodeURIComponent(second!.code.toLowerCase().replace(/^(...)/, "$1 "));
    expect((await day(`?code=${typedCode}`)).body.data.times[0].orders).toMatchObject([{ _id: second!.id }]);
    expect(outcomeOf(await day("?code=AAAAAA"))).toBe("unknown_code");
    const nextMarket = await world.call("GET", `${path}/2026-03-14?code=${second!.code}`, { token });
    expect(nextMarket.body.error).toMatchObject([
      { code: "other_day", message: "This order is collected on Saturday 7 March." },
    ]);
  });

  test("hand over part by part, then the rest at once; what is handed over already says so", async () => {
    const { stalls, orders, handOver, day } = await aMarket(world, 1);
    const { id, parts } = orders[0]!;
    const steps = async () =>
      (await day()).body.data.times[0].orders[0].parts.map(({ statusText }: { statusText: string }) => statusText);
    expect(outcomeOf(await handOver({ order: id, parts: [parts[0]] }))).toBe("done");
    expect((await steps()).sort()).toEqual(["Delivered", "Processing"]);
    expect(outcomeOf(await handOver({ order: id, parts: [parts[0]] }))).toBe("handed_over_already");
    expect(outcomeOf(await handOver({ order: id }))).toBe("done");
    expect(await steps()).toEqual(["Delivered", "Delivered"]);
    const refusal = await world.call("POST", `/product/order/merchant/days/${DAY}/hand-over`, {
      token: stalls[1]!.merchant.token,
      body: { code: orders[0]!.code },
    });
    expect(outcomeOf(refusal)).toBe("handed_over_already");
    const log = await world.services.db.selectFrom("auditLog").select(["action", "actorName"]).execute();
    expect(log.filter(({ action }) => action === "market_day.handed_over")).toHaveLength(2);
    expect(log.every(({ actorName }) => actorName === "Olive Grove")).toBe(true);
  });

  test("a stall that comes after the staff hears who handed over", async () => {
    const { orders, stalls, handOver } = await aMarket(world, 1);
    const [{ id, code }] = orders as [(typeof orders)[0]];
    expect(outcomeOf(await handOver({ order: id }))).toBe("done");
    const { token } = stalls[0]!.merchant;
    const secondHandOver = await world.call("POST", `/product/order/merchant/days/${DAY}/hand-over`, {
      token,
      body: { code },
    });
    expect(secondHandOver.body.error[0]).toMatchObject({
      code: "handed_over_already",
      message: expect.stringContaining("by the market's staff"),
    });
  });

  test("a stall and the staff at the same moment hand over once", async () => {
    const { stalls, orders, handOver } = await aMarket(world, 1);
    const { id, code, parts } = orders[0]!;
    const answers = await Promise.all([
      handOver({ order: id, parts: [parts[0]] }),
      world.call("POST", `/product/order/merchant/days/${DAY}/hand-over`, {
        token: stalls[0]!.merchant.token,
        body: { code },
      }),
    ]);
    expect(answers.map(outcomeOf).sort()).toEqual(["done", "handed_over_already"]);
  });

  test("hand over nothing that is of another order, day or market day, or not weighed", async () => {
    const { orders, handOver } = await aMarket(world, 2);
    const [first, second] = orders;
    expect(outcomeOf(await handOver({ order: first!.id, parts: [second!.parts[0]] }))).toBe("unknown_order");
    expect(outcomeOf(await handOver({ order: first!.id }, "2026-03-14"))).toBe("unknown_order");
    expect(outcomeOf(await handOver({ order: first!.id }, "2026-02-30"))).toBe("unknown_day");
    expect(outcomeOf(await handOver({ order: first!.id, parts: [] }))).toBe("too_small");
    const otherMarket = await aMarket(world, 0);
    expect(outcomeOf(await otherMarket.handOver({ order: first!.id }))).toBe("unknown_order");
    await world.services.db
      .updateTable("orderLines")
      .set({ unitPriceCents: 2000, weightUnit: "kg" })
      .where("partId", "=", first!.parts[0]!)
      .execute();
    expect(outcomeOf(await handOver({ order: first!.id }))).toBe("not_weighed");
    expect(outcomeOf(await handOver({ order: first!.id, parts: [first!.parts[1]] }))).toBe("done");
  });

  test("a post that comes twice under its key is answered as it was", async () => {
    const { orders, handOver } = await aMarket(world, 1);
    const headers = { "Idempotency-Key": "handed-over-by-the-market" };
    const doubledParts = [
      await handOver({ order: orders[0]!.id }, DAY, headers),
      await handOver({ order: orders[0]!.id }, DAY, headers),
    ];
    expect(doubledParts.map(outcomeOf)).toEqual(["done", "done"]);
  });
});
