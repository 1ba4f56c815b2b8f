import { expect, test } from "vitest";
import { outcomeOf } from "../../../tests/fixtures/answers";
import { expectBridged } from "../../../tests/fixtures/books";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/* The clock is set to Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

const DAY_SECONDS = 86_400;
const HOUR = 3600;
const COLLECTION = {
  kind: "collection",
  name: "Town Hall Market",
  address: "1 Market Square",
  times: [{ weekday: 6, from: "09:00", to: "12:00", cutOff: { daysBefore: 2, time: "18:00" }, capacity: 1 }],
};

/** A paid order of two breads for Saturday, and its merchant's calls. */
async function anOrder(world: World) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const { token } = merchant;
  const bread = await aProduct(world, { merchantId: merchant._id, title: "Bread", amountCents: 555, quantity: 10 });
  const way = (await world.call("POST", "/merchant/ways", { token, body: COLLECTION })).body.data._id as string;
  const buyer = await aUser(world);
  const ways = [{ merchant: merchant._id, method: way, day: "2026-03-07", from: "09:00" }];
  const { body } = await initialize(world, buyer.token, [{ product: bread._id, quantity: 2 }], { ways });
  await confirm(world, body.data as string);
  const placed = (await finalize(world, buyer.token, body.payment.stripeId as string)).body.data;
  const path = `/product/order/merchant/${placed._id}`;
  return {
    buyer,
    bread,
    code: placed.parts[0].delivery.code as string,
    say: (body: object, headers = {}) => world.call("POST", `${path}/not-collected`, { token, body, headers }),
    choices: async () => (await world.call("GET", `${path}/not-collected`, { token })).body.data,
    get: async () => (await world.call("GET", path, { token })).body.data,
    handOver: (day: string, code: string) =>
      world.call("POST", `/product/order/merchant/days/${day}/hand-over`, { token, body: { code } }),
    webhook: () =>
      world.call("POST", "/merchant/webhooks", {
        token,
        body: { url: "https://example.com/hook", events: ["order.not_collected", "order.moved", "order.cancelled"] },
      }),
    mails: async () => (await mailsSent(world, buyer.email)).filter(({ text }) => text.includes("nobody came")),
  };
}

const told = async (world: World) =>
  (await world.services.db.selectFrom("webhookDeliveries").select("type").orderBy("_id").execute()).map(
    ({ type }) => type,
  );

onBothDatabases("what was not collected", (world) => {
  test("can be said once its time is over, and not while it lasts", async () => {
    const { say, choices } = await anOrder(world);
    world.clock.forward(5 * DAY_SECONDS - 1);
    expect([outcomeOf(await say({ next: "wait" })), (await choices()).closed.code]).toEqual([
      "time_not_over",
      "time_not_over",
    ]);
    world.clock.forward(1);
    expect((await choices()).closed).toBeNull();
    expect(outcomeOf(await say({ next: "wait" }))).toBe("done");
  });

  test("waits for its buyer, who is asked to write, and can still be collected late", async () => {
    const { say, get, handOver, code, mails, webhook } = await anOrder(world);
    await webhook();
    world.clock.forward(6 * DAY_SECONDS);
    const headers = { "Idempotency-Key": "nobody-came" };
    for (const _ of [1, 2]) expect(outcomeOf(await say({ next: "wait" }, headers))).toBe("done");
    expect((await mails()).map(({ subject }) => subject.replace(/#\d+/, "#"))).toEqual([
      "Order #: you did not collect it",
    ]);
    expect(await told(world)).toEqual(["order.not_collected"]);
    expect((await get()).delivery.notCollectedAt).toBe(world.clock.now().toISOString());
    expect(outcomeOf(await handOver("2026-03-07", code))).toBe("done");
    expect(await get()).toMatchObject({ statusText: "Delivered", delivery: { notCollectedAt: null } });
    expect(outcomeOf(await say({ next: "money_back" }))).toBe("already_delivered");
  });

  test("is moved to another time of its way, past its cut-off as well, and is collected then", async () => {
    const { say, get, handOver, code, mails, webhook } = await anOrder(world);
    await webhook();
    world.clock.forward(11 * DAY_SECONDS + 12 * HOUR);
    expect(outcomeOf(await say({ next: "other_time" }))).toBe("invalid");
    expect(outcomeOf(await say({ next: "other_time", time: "2026-03-14T10:00" }))).toBe("way_closed");
    expect(outcomeOf(await say({ next: "other_time", time: "2026-03-14T09:00" }))).toBe("done");
    const { delivery } = await get();
    expect(delivery).toMatchObject({ day: "2026-03-14", code, notCollectedAt: null });
    expect((await mails())[0]?.text).toContain("Saturday 14 March, 9 to 12");
    expect(await told(world)).toEqual(["order.moved"]);
    expect(outcomeOf(await handOver("2026-03-07", code))).toBe("other_day");
    expect(outcomeOf(await handOver("2026-03-14", code))).toBe("done");
  });

  test("goes back whole where the market keeps nothing, and is for sale again", async () => {
    const { say, get, bread, mails, choices } = await anOrder(world);
    world.clock.forward(6 * DAY_SECONDS);
    expect(await choices()).toMatchObject({ amountBack: 11.1, kept: 0 });
    expect(outcomeOf(await say({ next: "money_back" }))).toBe("done");
    expect(await get()).toMatchObject({ statusText: "Cancelled", refunded: 11.1 });
    expect(await stockOf(world, bread._id)).toBe(10);
    expect((await mails())[0]?.text).toContain("$11.10 go back");
    expect(outcomeOf(await say({ next: "money_back" }))).toBe("already_cancelled");
    await expectBridged(world);
  });

  test("goes back less what the market lets stalls keep, to the cent", async () => {
    world.services.config.notCollectedKeptPercent = 15;
    const { say, get, mails, choices } = await anOrder(world);
    world.clock.forward(6 * DAY_SECONDS);
    // 15 % of 11.10 are 1.665.
    expect(await choices()).toMatchObject({ amountBack: 9.43, kept: 1.67 });
    expect(outcomeOf(await say({ next: "money_back" }))).toBe("done");
    expect(await get()).toMatchObject({ statusText: "Cancelled", refunded: 9.43 });
    expect((await mails())[0]?.text).toContain("$1.67 are kept");
    await expectBridged(world);
    world.services.config.notCollectedKeptPercent = 0;
  });
});
