import { describe, expect, test } from "vitest";
import { confirm, finalize, initialize, statusOf } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, stockOf } from "../../../tests/fixtures/shop";
import { withStripe } from "../../../tests/fixtures/stripe";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/* The clock is set to 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

async function close(world: World, token: string, holidayFrom: string, holidayUntil: string) {
  const form = new FormData();
  form.set("holidayFrom", holidayFrom);
  form.set("holidayUntil", holidayUntil);
  expect((await world.call("PUT", "/user/stall", { token, form })).status).toBe(200);
}

/** A stall with plums, another with pears, and a buyer. */
async function aMarket(world: World) {
  const [buyer, merchant] = [await aUser(world), await aUser(world, { privilege: "merchant" })];
  await world.services.db
    .updateTable("stores")
    .set({ storeName: "Plum Corner" })
    .where("userId", "=", merchant._id)
    .execute();
  const plums = await aProduct(world, { merchantId: merchant._id, title: "Plums", quantity: 10, amountCents: 500 });
  const pears = await aProduct(world, { quantity: 10, amountCents: 300 });
  const carts = [plums, pears].map(({ _id }) => ({ product: _id, quantity: 1 }));
  return { buyer, merchant, plums: plums._id, pears: pears._id, carts };
}

const closedUntil = async (world: World, id: string) =>
  (await world.call("GET", `/product/general/${id}`)).body.data.merchant.closedUntil as string | undefined;

onBothDatabases("a stall on holiday", (world) => {
  test("is closed from the first day to the end of the last, and says until when", async () => {
    const { merchant, plums, pears } = await aMarket(world);
    await close(world, merchant.token, "2026-03-03", "2026-03-04");
    const stall = async () => (await world.call("GET", `/stall/${merchant._id}`)).body.data.holiday;
    const days: unknown[] = [];
    for (let day = 2; day <= 5; day += 1) {
      // Products are cached for a minute, so at the beginning of a day a reader may still see the day before.
      await world.services.dialect.announceChange(world.services.db);
      days.push([(await stall())?.closedNow, await closedUntil(world, plums), await closedUntil(world, pears)]);
      world.clock.forward(86_400);
    }
    expect(days).toEqual([
      [false, undefined, undefined],
      [true, "2026-03-04", undefined],
      [true, "2026-03-04", undefined],
      [undefined, undefined, undefined],
    ]);
  });

  test("its products are seen, in lists as well, and a cart with one cannot be ordered", async () => {
    const { merchant, plums, carts } = await aMarket(world);
    await close(world, merchant.token, "2026-03-02", "2026-03-04");
    const { docs } = (await world.call("GET", "/product/general")).body.data;
    expect(docs.map((doc: { title: string }) => doc.title)).toContain("Plums");
    const { lines, orderable } = (await world.call("POST", "/product/cart", { body: { carts } })).body.data;
    expect(lines.map((line: { problem: string }) => line.problem)).toEqual(["closed", null]);
    expect([lines[0].product._id, lines[0].product.merchant.closedUntil, orderable]).toEqual([
      plums,
      "2026-03-04",
      false,
    ]);
  });

  test("a checkout is refused at its line before anything is held, and goes through the day after", async () => {
    const { buyer, merchant, plums, pears, carts } = await aMarket(world);
    await close(world, merchant.token, "2026-03-02", "2026-03-04");
    const refusal = await initialize(world, buyer.token, carts);
    expect([refusal.status, refusal.body.error]).toEqual([
      409,
      [{ code: "stall_closed", message: "Plum Corner is closed until 4 March 2026.", field: "carts.0" }],
    ]);
    expect([await stockOf(world, plums), await stockOf(world, pears)]).toEqual([10, 10]);
    world.clock.forward(3 * 86_400);
    expect((await initialize(world, buyer.token, carts)).status).toBe(200);
  });

  test("what was ordered once is not put into the cart again while it is closed", async () => {
    const { buyer, merchant, carts } = await aMarket(world);
    const { body } = await initialize(world, buyer.token, carts);
    await confirm(world, body.data as string);
    await finalize(world, buyer.token, body.payment.stripeId as string);
    await close(world, merchant.token, "2026-03-02", "2026-03-04");
    const again = await world.call("POST", `/product/order/${body.payment.orderId}/again`, { token: buyer.token });
    expect(again.body.missing ?? again.body.data.missing).toEqual(["Plums"]);
  });
});

describe("while a payment page is open, the stall closes", () => {
  onBothDatabases("with the test provider", (world) => {
    async function aCheckout() {
      const market = await aMarket(world);
      const { body } = await initialize(world, market.buyer.token, market.carts);
      const { orderId, stripeId } = body.payment as { orderId: string; stripeId: string };
      return { ...market, orderId, stripeId, clientSecret: body.data as string };
    }
    const current = (token: string) => world.call("GET", "/product/payment/current", { token });

    test("the page says so, nothing is charged, and the goods are back in stock", async () => {
      const checkout = await aCheckout();
      await close(world, checkout.merchant.token, "2026-03-02", "2026-03-04");
      const refusal = await current(checkout.buyer.token);
      expect([refusal.status, refusal.body.error]).toEqual([
        409,
        [{ code: "stall_closed", message: "Plum Corner is closed until 4 March 2026. Nothing was charged." }],
      ]);
      expect([await statusOf(world, checkout.orderId), await stockOf(world, checkout.pears)]).toEqual(["released", 10]);
      expect((await confirm(world, checkout.clientSecret)).body.data.status).toBe("canceled");
    });

    test("nobody need open the page: the payment is ended at once", async () => {
      const checkout = await aCheckout();
      await close(world, checkout.merchant.token, "2026-03-02", "2026-03-04");
      await world.runner.drain(["payments.off-sale"]);
      expect(await statusOf(world, checkout.orderId)).toBe("released");
      expect((await confirm(world, checkout.clientSecret)).body.data.status).toBe("canceled");
    });

    test("a holiday that begins by itself ends open checkouts, too, and one that is to come ends none", async () => {
      world.clock.forward(11.9 * 3600);
      const checkout = await aCheckout();
      await close(world, checkout.merchant.token, "2026-03-03", "2026-03-04");
      await world.runner.drain(["payments.off-sale", "payments.reconcile"]);
      expect((await current(checkout.buyer.token)).status).toBe(200);
      world.clock.forward(0.2 * 3600);
      await world.runner.drain(["payments.reconcile"]);
      expect(await statusOf(world, checkout.orderId)).toBe("released");
    });

    test("what was charged as it closed is an order, once, and nobody is told otherwise", async () => {
      const checkout = await aCheckout();
      await confirm(world, checkout.clientSecret);
      await close(world, checkout.merchant.token, "2026-03-02", "2026-03-04");
      expect((await current(checkout.buyer.token)).body.error[0].code).toBe("no_pending_payment");
      expect((await finalize(world, checkout.buyer.token, checkout.stripeId)).status).toBe(200);
      expect(await statusOf(world, checkout.orderId)).toBe("paid");
    });
  });

  onBothDatabases("with Stripe", (world) => {
    const shop = withStripe(world);
    test("its own page is not opened any more, and an open one is closed", async () => {
      const { buyer, merchant, carts } = await aMarket(world);
      await initialize(world, buyer.token, carts);
      const hosted = () => world.call("POST", "/product/payment/hosted", { token: buyer.token });
      const page = ((await hosted()).body.data.url as string).split("/").at(-1)!;
      await close(world, merchant.token, "2026-03-02", "2026-03-04");
      expect((await hosted()).body.error[0].code).toBe("stall_closed");
      expect(shop.session(page).status).toBe("expired");
    });
  });
});
