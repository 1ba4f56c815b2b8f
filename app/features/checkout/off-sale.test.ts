import { describe, expect, test } from "vitest";
import { payOnPage } from "../../../tests/fakes/stripe/checkout-sessions";
import { confirm as payWithStripe } from "../../../tests/fakes/stripe/payment-intents";
import { confirm, finalize, initialize, statusOf } from "../../../tests/fixtures/checkout";
import { expectBooksToAgree } from "../../../tests/fixtures/money";
import { aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { withStripe } from "../../../tests/fixtures/stripe";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const CARD = "4242424242424242";

/** A buyer on the payment page, with two of a merchant's product held and one of another's. */
async function aCheckout(world: World) {
  const [buyer, merchant] = [await aUser(world), await aUser(world, { privilege: "merchant" })];
  const product = await aProduct(world, { merchantId: merchant._id, title: "Plums", quantity: 10, amountCents: 500 });
  const other = await aProduct(world, { quantity: 10, amountCents: 300 });
  const { body } = await initialize(world, buyer.token, [
    { product: product._id, quantity: 2 },
    { product: other._id, quantity: 1 },
  ]);
  return {
    buyer,
    merchant,
    product: product._id,
    other: other._id,
    orderId: body.payment.orderId as string,
    stripeId: body.payment.stripeId as string,
    clientSecret: body.data as string,
  };
}
type Checkout = Awaited<ReturnType<typeof aCheckout>>;

const WAYS: [string, (world: World, checkout: Checkout) => Promise<unknown>][] = [
  [
    "the stall is suspended",
    async (world, { merchant }) => {
      const { token } = await aUser(world, { privilege: "operator" });
      return world.call("POST", `/operator/merchants/${merchant._id}/suspend`, {
        token,
        body: { reason: "Complaints." },
      });
    },
  ],
  [
    "an operator takes the product off sale",
    async (world, { product }) => {
      const { token } = await aUser(world, { privilege: "operator" });
      return world.call("POST", `/operator/products/${product}/take-off`, { token, body: { reason: "Recalled." } });
    },
  ],
  [
    "the merchant deletes the product",
    (world, { merchant, product }) =>
      world.call("DELETE", `/product/manage-product?product=${product}`, { token: merchant.token }),
  ],
];

const subjects = async (world: World, to: string) =>
  (await mailsSent(world, to)).map((mail) => mail.subject.replace(/#\d+/, "#"));

const current = (world: World, { buyer }: Checkout) =>
  world.call("GET", "/product/payment/current", { token: buyer.token });

describe.each(WAYS)("while a payment page is open, %s", (_, takeOff) => {
  onBothDatabases("with the test provider", (world) => {
    test("the page says so, nothing is charged, and what is still sold is back in stock", async () => {
      const checkout = await aCheckout(world);
      expect((await takeOff(world, checkout)) as object).toMatchObject({ status: 200 });
      const refusal = await current(world, checkout);
      expect([refusal.status, refusal.body.error]).toEqual([
        409,
        [{ code: "no_longer_sold", message: "Plums is no longer sold. Nothing was charged." }],
      ]);
      expect([await statusOf(world, checkout.orderId), await stockOf(world, checkout.other)]).toEqual(["released", 10]);
      const late = await confirm(world, checkout.clientSecret);
      expect(late.body.data.status).toBe("canceled");
      expect((await current(world, checkout)).body.error[0].code).toBe("no_pending_payment");
    });

    test("nobody need open the page: the payment is ended at once, and cannot be made", async () => {
      const checkout = await aCheckout(world);
      await takeOff(world, checkout);
      await world.runner.drain(["payments.off-sale"]);
      expect(await statusOf(world, checkout.orderId)).toBe("released");
      expect((await confirm(world, checkout.clientSecret)).body.data.status).toBe("canceled");
    });

    test("charged already, the money goes back whole, once, and a mail says so", async () => {
      const checkout = await aCheckout(world);
      await takeOff(world, checkout);
      expect((await confirm(world, checkout.clientSecret)).body.data.status).toBe("succeeded");
      for (let n = 0; n < 2; n += 1) {
        const refusal = await finalize(world, checkout.buyer.token, checkout.stripeId);
        expect([refusal.status, refusal.body.error[0].code]).toEqual([409, "taken_off_sale"]);
      }
      await world.runner.drain();
      expect(await world.services.db.selectFrom("refunds").select(["amountCents", "doneAt"]).execute()).toEqual([
        { amountCents: 1300, doneAt: expect.any(String) },
      ]);
      expect([await statusOf(world, checkout.orderId), await stockOf(world, checkout.other)]).toEqual(["refused", 10]);
      expect(await subjects(world, checkout.buyer.email)).toEqual(["Your money for order # is on its way back"]);
    });

    test("whoever lost the answer reads the same one again, whatever the words of the refund's reason", async () => {
      const checkout = await aCheckout(world);
      await takeOff(world, checkout);
      await confirm(world, checkout.clientSecret);
      const answer = () => finalize(world, checkout.buyer.token, checkout.stripeId);
      const { body } = await answer();
      await world.services.db.updateTable("refunds").set({ reason: "We do not sell it any more." }).execute();
      expect((await answer()).body.error).toEqual(body.error);
    });
  });

  onBothDatabases("with Stripe", (world) => {
    const shop = withStripe(world);
    const books = async (checkout: Checkout) => {
      world.clock.forward(20);
      await shop.deliver();
      await world.runner.drain();
      await world.runner.drain(["payments.reconcile"]);
      await expectBooksToAgree(world, shop.fake, { product: checkout.other, had: 10 });
    };

    test("its intent is canceled before anything is charged", async () => {
      const checkout = await aCheckout(world);
      await takeOff(world, checkout);
      await world.runner.drain(["payments.off-sale"]);
      expect(shop.intent(checkout.stripeId).status).toBe("canceled");
      expect(() => payWithStripe(shop.fake.store, shop.intent(checkout.stripeId), CARD)).toThrow();
      expect(await statusOf(world, checkout.orderId)).toBe("released");
      await books(checkout);
    });

    test("Stripe's own page is not opened any more, and an open one is closed", async () => {
      const checkout = await aCheckout(world);
      const hosted = () => world.call("POST", "/product/payment/hosted", { token: checkout.buyer.token });
      const page = ((await hosted()).body.data.url as string).split("/").at(-1)!;
      await takeOff(world, checkout);
      expect((await hosted()).body.error[0].code).toBe("no_longer_sold");
      expect(shop.session(page).status).toBe("expired");
      await books(checkout);
    });

    test("paid in the moment between, whoever hears of it gives it back, and a mail says so", async () => {
      const checkout = await aCheckout(world);
      const { body } = await world.call("POST", "/product/payment/hosted", { token: checkout.buyer.token });
      await takeOff(world, checkout);
      payOnPage(shop.fake.store, shop.session((body.data.url as string).split("/").at(-1)!), CARD);
      await shop.deliver();
      await world.runner.drain();
      expect(await statusOf(world, checkout.orderId)).toBe("refused");
      expect(await subjects(world, checkout.buyer.email)).toEqual(["Your money for order # is on its way back"]);
      await books(checkout);
    });
  });
});
