import { expect, test } from "vitest";
import { confirm } from "../../../tests/fakes/stripe/payment-intents";
import { newRefund } from "../../../tests/fakes/stripe/refunds";
import { aPaidOrder, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { withStripe } from "../../../tests/fixtures/stripe";
import { counted, onBothDatabases, type World } from "../../../tests/fixtures/world";

/* The clock starts at 2 March 2026, 12:00 UTC, and moves on from there. */

const DAY = 86_400;

onBothDatabases("an operator's overview of days", (world) => {
  const ask = async (token: string, path: string) => (await world.call("GET", path, { token })).body.data;

  test("counts today, yesterday and the same day of last week, each day by itself", async () => {
    const { token } = await operator(world);
    await aPaidOrder(world, { quantity: 2 });
    world.clock.forward(6 * DAY);
    const { orderId } = await aPaidOrder(world);
    await aPaidOrder(world);
    world.clock.forward(DAY);
    await refund(world, token, orderId);
    const days = await ask(token, "/operator/overview/days");
    expect(days.weekAgo).toMatchObject({ day: "2026-03-02", orders: 1, revenue: 5, refunds: 0, mails: null });
    expect(days.yesterday).toMatchObject({ day: "2026-03-08", orders: 2, revenue: 5, refunds: 0 });
    expect(days.today).toMatchObject({ day: "2026-03-09", orders: 0, revenue: 0, refunds: 1, refunded: 2.5 });
    // An operator, a buyer and a merchant on the first day; then two buyers and two merchants.
    expect([days.weekAgo.signUps, days.yesterday.signUps, days.today.signUps]).toEqual([3, 4, 0]);
  });

  test("a checkout that nobody pays is counted on the day when it was begun, and mails when they have left", async () => {
    const { token } = await operator(world);
    const buyer = await aUser(world);
    const product = await aProduct(world);
    await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
    world.clock.forward(3600);
    await world.runner.drain(["payments.reconcile"]);
    await world.call("POST", "/support", { body: { email: "grace@example.com", description: "Where are my pears?" } });
    await aPaidOrder(world);
    await world.runner.drain();
    const { today, yesterday } = await ask(token, "/operator/overview/days");
    expect([today.unpaid, yesterday.unpaid, today.orders]).toEqual([1, 0, 1]);
    expect(today.mails).toBe(world.mails.length);
    expect(today.mails).toBeGreaterThan(0);
  });

  test("every figure's list has just as many rows as the figure says", async () => {
    const { token } = await operator(world);
    const { orderId } = await aPaidOrder(world);
    await aPaidOrder(world);
    world.clock.forward(DAY);
    await aPaidOrder(world);
    await refund(world, token, orderId);
    const { today, yesterday } = await ask(token, "/operator/overview/days");
    for (const figures of [today, yesterday])
      for (const [query, count] of [
        [`/operator/orders?day=${figures.day}`, figures.orders],
        [`/operator/orders?day=${figures.day}&what=unpaid`, figures.unpaid],
        [`/operator/orders?day=${figures.day}&what=refunded`, figures.refunds],
        [`/operator/users?day=${figures.day}`, figures.signUps],
      ]) {
        expect([query, (await ask(token, String(query))).total]).toEqual([query, count]);
      }
  });

  test("takes one statement beside the one that knows who asks", async () => {
    const { token } = await operator(world);
    const { statements } = await counted(() => world.call("GET", "/operator/overview/days", { token }));
    expect(statements).toBeLessThanOrEqual(2);
  });
});

onBothDatabases("an operator's overview of days with Stripe", (world) => {
  const shop = withStripe(world);

  test("counts a refund made by hand on the day on which the shop learns of it, so yesterday stays as it is", async () => {
    const { token } = await operator(world);
    const buyer = await aUser(world);
    const product = await aProduct(world);
    const intentId: string = (await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }])).body
      .payment.stripeId;
    confirm(shop.fake.store, shop.intent(intentId), "pm_card_visa");
    expect((await finalize(world, buyer.token, intentId)).status).toBe(200);
    await shop.deliver();
    await world.runner.drain();
    newRefund(shop.fake.store, intentId, 100);
    const day = async (name: string) => (await world.call("GET", "/operator/overview/days", { token })).body.data[name];
    const orders = async (name: string) => {
      const { day: date } = await day(name);
      return (await world.call("GET", `/operator/orders?day=${date}&what=refunded`, { token })).body.data.total;
    };
    const { mails: _mails, ...figures } = await day("today");
    expect(figures).toMatchObject({ orders: 1, refunds: 0, refunded: 0 });

    world.clock.forward(DAY);
    await shop.deliver();
    await world.runner.drain();
    expect(await world.services.db.selectFrom("refunds").select("createdAt").execute()).toMatchObject([
      { createdAt: expect.stringContaining(figures.day) },
    ]);
    expect(await day("yesterday")).toMatchObject(figures);
    expect(await day("today")).toMatchObject({ orders: 0, refunds: 1, refunded: 1 });
    expect([await orders("yesterday"), await orders("today")]).toEqual([0, 1]);
  });
});

const operator = (world: World) => aUser(world, { privilege: "operator" });

async function refund(world: World, token: string, orderId: string): Promise<void> {
  const refunded = await world.call("POST", `/operator/orders/${orderId}/refund`, {
    token,
    body: { reason: "They were bruised." },
  });
  expect(refunded.status).toBe(200);
}
