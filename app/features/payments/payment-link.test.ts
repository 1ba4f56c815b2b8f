import { expect, test } from "vitest";
import { payOnPage } from "../../../tests/fakes/stripe/checkout-sessions";
import { confirm } from "../../../tests/fakes/stripe/payment-intents";
import { initialize, statusOf } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { withStripe } from "../../../tests/fixtures/stripe";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { reconcilePayments } from "~/features/checkout/reconcile-payments.server";

onBothDatabases("a payment link", (world) => {
  const shop = withStripe(world);
  const look = (word: string) => world.call("GET", `/product/payment/link/${word}`);
  const open = (word: string) => world.call("POST", `/product/payment/link/${word}/hosted`);
  const comeBack = (word: string, stripeId: string) =>
    world.call("POST", `/product/payment/link/${word}/finalize`, { body: { stripeId } });
  const sessionIn = (url: string) => url.split("/").at(-1) ?? "";
  const pay = (url: string) => payOnPage(shop.fake.store, shop.session(sessionIn(url)), "4242 4242 4242 4242");

  async function aLink() {
    const [buyer, product] = [await aUser(world), await aProduct(world, { quantity: 5, amountCents: 1250 })];
    const { body } = await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }]);
    const answer = await world.call("POST", "/product/payment/link", { token: buyer.token });
    const mail = (await mailsSent(world)).at(-1);
    const word = /\/pay\/([\w.-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    return {
      buyer,
      product,
      payment: body.payment,
      asked: answer,
      mail,
      word,
      orderId: body.payment.orderId as string,
    };
  }

  test("is mailed to the buyer, with number, total and until when", async () => {
    const { asked, buyer, mail, payment, word, orderId } = await aLink();
    expect(asked.body.message).toBe(`We have mailed a payment link to ${mail?.to}. It works until 12:30 UTC.`);
    expect(mail?.subject).toBe(`Pay for order #${payment.itemId} until 12:30 UTC`);
    for (const words of [`Hello ${buyer.firstName},`, `http://shop.test/pay/${orderId}.`, "$25.00", "12:30 UTC"])
      expect(mail?.text).toContain(words);
    const { body } = await look(word);
    expect(body.data).toEqual({
      orderId,
      itemId: payment.itemId,
      amount: 25,
      heldUntil: "2026-03-02T12:30:00.000Z",
      status: "waiting",
    });
  });

  test("does nothing when it is only looked at, and pays once however often it is pressed", async () => {
    const { word, orderId, buyer } = await aLink();
    shop.fake.requests.length = 0;
    for (let n = 0; n < 3; n += 1) await look(word);
    expect(shop.fake.requests).toEqual([]);
    const pages = await Promise.all([open(word), open(word), open(word)]);
    expect(new Set(pages.map(({ body }) => body.data.url)).size).toBe(1);
    // The buyer's own button leads to the same page.
    expect((await world.call("POST", "/product/payment/hosted", { token: buyer.token })).body.data.url).toBe(
      pages[0]?.body.data.url,
    );
    const { url } = pages[0]?.body.data ?? {};
    expect((await comeBack(word, sessionIn(url))).body.error[0].code).toBe("payment_not_completed");
    pay(url);
    const answers = await Promise.all([comeBack(word, sessionIn(url)), comeBack(word, sessionIn(url))]);
    expect(answers.map(({ status, body }) => [status, body.data?.status])).toEqual([
      [200, "paid"],
      [200, "paid"],
    ]);
    expect(await statusOf(world, orderId)).toBe("paid");
    expect((await look(word)).body.data.status).toBe("paid");
    expect((await open(word)).body.error[0].code).toBe("no_pending_payment");
  });

  test("comes back to addresses that whoever pays may read", async () => {
    const { word } = await aLink();
    const { success_url, cancel_url } = shop.session(sessionIn((await open(word)).body.data.url));
    expect([success_url, cancel_url]).toEqual([
      `http://shop.test/checkout_success?session={CHECKOUT_SESSION_ID}&link=${word}`,
      `http://shop.test/pay/${word}?back=1`,
    ]);
  });

  test("works a quarter of an hour later, and lives as long as the goods are held", async () => {
    const { word, buyer, product } = await aLink();
    world.clock.forward(15 * 60);
    expect((await open(word)).status).toBe(200);
    // A return to the checkout holds the goods longer, and the link works longer with them.
    await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }]);
    world.clock.forward(20 * 60);
    expect((await look(word)).body.data).toMatchObject({ status: "waiting", heldUntil: "2026-03-02T12:45:00.000Z" });
  });

  test("opens a page that closes with the hold, where that is longer than Stripe's shortest page", async () => {
    const { word, orderId } = await aLink();
    const heldUntil = new Date(world.clock.now().getTime() + 3 * 3600 * 1000);
    await world.services.db
      .updateTable("orders")
      .set({ heldUntil: heldUntil.toISOString() })
      .where("_id", "=", orderId)
      .execute();
    const { url } = (await open(word)).body.data;
    expect(shop.session(sessionIn(url)).expires_at).toBe(heldUntil.getTime() / 1000);
  });

  test("opens another page where the first is about to close", async () => {
    const { word, buyer, product } = await aLink();
    const { url } = (await open(word)).body.data;
    world.clock.forward(15 * 60);
    await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }]);
    expect((await open(word)).body.data.url).toBe(url);
    world.clock.forward(14 * 60);
    const latePage = await open(word);
    expect([latePage.status, latePage.body.data.url === url]).toEqual([200, false]);
    pay(latePage.body.data.url);
    expect((await comeBack(word, sessionIn(latePage.body.data.url))).status).toBe(200);
  });

  test("says where the money came too late for the goods, and goes back", async () => {
    const { word, orderId } = await aLink();
    await world.services.db.updateTable("orders").set({ status: "refused" }).where("_id", "=", orderId).execute();
    expect((await look(word)).body.data.status).toBe("refused");
  });

  test("is over with its time: nothing can be paid, and the goods are back", async () => {
    const { word, product, orderId } = await aLink();
    const { url } = (await open(word)).body.data;
    world.clock.forward(31 * 60);
    expect((await look(word)).body.data.status).toBe("over");
    expect((await open(word)).body.error[0].code).toBe("no_pending_payment");
    await reconcilePayments.handle(world.services);
    expect(await statusOf(world, orderId)).toBe("released");
    expect(await stockOf(world, product._id)).toBe(5);
    expect(() => pay(url)).toThrow("no longer active");
  });

  test("of an order that was paid in the page meanwhile says so", async () => {
    const { word, buyer, payment } = await aLink();
    confirm(shop.fake.store, shop.intent(payment.stripeId), "pm_card_visa");
    await world.call("POST", "/product/payment/finalize", { token: buyer.token, body: { stripeId: payment.stripeId } });
    expect((await look(word)).body.data.status).toBe("paid");
  });

  test("that we did not make, or of another order, opens nothing", async () => {
    const [ownLink, otherLink] = [await aLink(), await aLink()];
    const forged = `${ownLink.orderId}.${otherLink.word.split(".")[1]}`;
    for (const word of [forged, ownLink.orderId, `${ownLink.word}x`, `${ownLink.word}.x`, "x", "é.é"]) {
      expect((await look(encodeURIComponent(word))).body.error[0].code).toBe("unknown_payment_link");
      expect((await open(encodeURIComponent(word))).status).toBe(404);
    }
    const { url } = (await open(otherLink.word)).body.data;
    expect((await comeBack(ownLink.word, sessionIn(url))).body.error[0].code).toBe("unknown_payment");
  });

  test("is not mailed when nothing waits", async () => {
    const { token } = await aUser(world);
    expect((await world.call("POST", "/product/payment/link", { token })).body.error[0].code).toBe(
      "no_pending_payment",
    );
  });
});

onBothDatabases(
  "ways to pay that are asked for again and again",
  (world) => {
    withStripe(world);

    test("are answered thirty times in ten minutes, and five letters are sent for an order", async () => {
      const [buyer, product] = [await aUser(world), await aProduct(world)];
      await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
      const statuses = async (path: string, times: number) => {
        const answers: number[] = [];
        for (let n = 0; n < times; n += 1)
          answers.push((await world.call("POST", path, { token: buyer.token })).status);
        return answers;
      };
      expect((await statuses("/product/payment/link", 6)).slice(4)).toEqual([200, 429]);
      expect((await statuses("/product/payment/hosted", 31)).slice(29)).toEqual([200, 429]);
    });
  },
  { limits: true },
);
