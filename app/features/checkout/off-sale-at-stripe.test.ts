import { describe, expect, test } from "vitest";
import { payOnPage } from "../../../tests/fakes/stripe/checkout-sessions";
import { confirm as payWithStripe } from "../../../tests/fakes/stripe/payment-intents";
import { statusOf } from "../../../tests/fixtures/checkout";
import { aCheckout, subjects, WAYS_OFF_SALE, type Checkout } from "../../../tests/fixtures/going-off-sale";
import { expectBooksToAgree } from "../../../tests/fixtures/money";
import { withStripe } from "../../../tests/fixtures/stripe";
import { onBothDatabases } from "../../../tests/fixtures/world";

const CARD = "4242424242424242";

describe.each(WAYS_OFF_SALE)("while a payment page is open, %s", (_, takeOff) => {
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
