import type Stripe from "stripe";
import { expect, test } from "vitest";
import { payOnPage } from "../../../tests/fakes/stripe/checkout-sessions";
import { cancel as cancelAtStripe, confirm } from "../../../tests/fakes/stripe/payment-intents";
import { newRefund } from "../../../tests/fakes/stripe/refunds";
import { finalize, initialize } from "../../../tests/fixtures/checkout";
import { expectBooksToAgree } from "../../../tests/fixtures/money";
import { aProduct, aUser, setSold } from "../../../tests/fixtures/shop";
import { withStripe } from "../../../tests/fixtures/stripe";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { endCheckout } from "./give-up.server";

/* Events around one payment, in any order. Each row ends in one order that is paid once, or in a full refund. */

type Step =
  | "pay"
  | "decline"
  | "open page"
  | "pay page"
  | "decline page"
  | "finalize"
  | "finalize page"
  | "finalize x5"
  | "come back"
  | "other cart"
  | "leave"
  | "messages"
  | "messages twice"
  | "messages backwards"
  | "work"
  | "reconcile"
  | "reconcile x2"
  | "hold ends"
  | "sold out"
  | "cancelled at stripe"
  | "by hand part"
  | "by hand all"
  | "lose intent"
  | "lose page"
  | "lose refund"
  | "lose cancel"
  | "die placing"
  | "die refunding"
  | "new process";

type End = "paid" | "released" | "refused" | "paid, second back";

const rows: [End, Step[]][] = [
  ["paid", ["pay", "finalize"]],
  ["paid", ["pay", "finalize x5", "messages twice", "work"]],
  ["paid", ["pay", "messages", "work", "finalize"]],
  ["paid", ["pay", "messages twice", "work", "finalize", "reconcile"]],
  ["paid", ["pay", "messages backwards", "work"]],
  ["paid", ["pay", "reconcile", "messages twice", "work", "finalize"]],
  ["paid", ["pay", "messages", "reconcile x2", "work", "finalize"]],
  ["paid", ["decline", "messages", "work", "pay", "finalize"]],
  ["paid", ["decline", "pay", "messages backwards", "work", "reconcile"]],
  ["paid", ["pay", "come back", "finalize"]],
  ["paid", ["pay", "other cart", "messages", "work"]],
  ["paid", ["pay", "leave", "messages", "work", "finalize"]],
  ["paid", ["pay", "hold ends", "finalize"]],
  ["paid", ["pay", "hold ends", "reconcile", "messages twice", "work", "finalize"]],
  ["paid", ["pay", "hold ends", "messages", "work", "reconcile"]],
  ["released", ["hold ends", "reconcile"]],
  ["released", ["decline", "hold ends", "reconcile", "messages", "work"]],
  ["released", ["open page", "decline page", "hold ends", "reconcile", "messages twice", "work"]],
  ["released", ["cancelled at stripe", "messages", "work"]],
  ["released", ["cancelled at stripe", "hold ends", "reconcile", "messages", "work"]],
  ["released", ["leave", "messages", "work", "finalize"]],
  ["paid", ["open page", "pay page", "finalize page"]],
  ["paid", ["open page", "pay page", "messages", "work", "finalize page"]],
  ["paid", ["open page", "pay page", "messages backwards", "work"]],
  ["paid", ["open page", "pay page", "reconcile", "messages twice", "work"]],
  ["paid", ["open page", "decline page", "messages", "work", "pay page", "finalize page"]],
  ["paid", ["open page", "decline page", "pay", "finalize", "reconcile", "messages", "work"]],
  ["paid", ["open page", "pay page", "hold ends", "reconcile", "messages", "work"]],
  ["paid", ["open page", "pay page", "hold ends", "messages", "work", "finalize page"]],
  ["paid", ["open page", "pay page", "other cart", "messages", "work"]],
  ["paid, second back", ["open page", "pay", "pay page", "finalize", "finalize page"]],
  ["paid, second back", ["open page", "pay page", "pay", "finalize page", "finalize"]],
  ["paid, second back", ["open page", "pay", "pay page", "messages", "work"]],
  ["paid, second back", ["open page", "pay", "pay page", "messages backwards", "work", "reconcile"]],
  ["paid, second back", ["open page", "pay", "pay page", "reconcile x2", "messages twice", "work"]],
  ["paid, second back", ["open page", "pay", "finalize", "pay page", "messages twice", "work"]],
  ["paid, second back", ["open page", "pay", "pay page", "hold ends", "reconcile", "messages", "work"]],
  ["paid, second back", ["open page", "pay page", "pay", "other cart", "reconcile", "work"]],
  [
    "paid, second back",
    ["open page", "pay", "pay page", "finalize", "lose refund", "work", "new process", "reconcile"],
  ],
  ["paid", ["pay", "hold ends", "lose cancel", "reconcile", "sold out", "messages", "work"]],
  ["refused", ["pay", "hold ends", "sold out", "reconcile", "messages", "work"]],
  ["refused", ["pay", "sold out", "finalize", "messages twice", "work", "finalize"]],
  ["refused", ["pay", "sold out", "messages backwards", "work", "reconcile"]],
  ["refused", ["pay", "sold out", "finalize", "die refunding", "new process", "work"]],
  ["refused", ["pay", "sold out", "finalize", "lose refund", "work", "messages", "work"]],
  ["refused", ["open page", "pay page", "sold out", "finalize page", "messages", "work"]],
  ["refused", ["open page", "pay", "pay page", "sold out", "finalize", "messages twice", "work"]],
  ["refused", ["pay", "sold out", "finalize", "by hand part", "work", "messages", "work"]],
  ["refused", ["pay", "sold out", "by hand part", "finalize", "messages backwards", "work"]],
  ["refused", ["pay", "sold out", "finalize", "by hand all", "messages twice", "work"]],
  ["refused", ["pay", "by hand all", "messages", "work", "finalize"]],
  ["refused", ["pay", "by hand part", "finalize", "messages", "work"]],
  ["refused", ["pay", "sold out", "finalize", "by hand part", "die refunding", "new process", "messages", "work"]],
  [
    "paid, second back",
    ["open page", "pay", "pay page", "finalize", "by hand part", "finalize page", "messages", "work"],
  ],
  [
    "paid, second back",
    ["open page", "pay", "pay page", "finalize", "by hand part", "messages", "work", "finalize page"],
  ],
  [
    "paid, second back",
    ["open page", "pay", "pay page", "finalize", "finalize page", "by hand all", "messages", "work"],
  ],
  ["paid", ["lose intent", "come back", "pay", "finalize"]],
  ["paid", ["lose intent", "come back", "pay", "messages", "work"]],
  ["paid", ["lose page", "open page", "pay page", "messages", "work"]],
  ["paid", ["lose page", "pay", "finalize", "messages", "work"]],
  ["paid", ["pay", "die placing", "new process", "finalize"]],
  ["paid", ["pay", "die placing", "new process", "messages", "work"]],
  ["paid", ["pay", "die placing", "new process", "reconcile", "messages twice", "work"]],
  ["paid", ["open page", "pay page", "die placing", "new process", "reconcile"]],
  ["paid", ["pay", "die placing", "hold ends", "new process", "reconcile", "messages backwards", "work"]],
  ["released", ["lose cancel", "hold ends", "reconcile", "new process", "reconcile", "messages", "work"]],
];

const STOCK = 5;
const QUANTITY = 2;

onBothDatabases("around one payment", (world) => {
  const shop = withStripe(world);

  test.each(rows.map(([end, steps]) => [steps.join(", "), end, steps] as const))("%s: %s", async (_, end, steps) => {
    const { store, troubles } = shop.fake;
    const buyer = await aUser(world);
    const [product, other] = [
      await aProduct(world, { quantity: STOCK, amountCents: 500 }),
      await aProduct(world, { quantity: 50, amountCents: 300 }),
    ];
    let soldToOthers = 0;
    const cart = [{ product: product._id, quantity: QUANTITY }];
    const loses = (what: Step) => steps.includes(what);
    if (loses("lose intent")) troubles.expect("POST /v1/payment_intents", "cut", 2);
    const initialized = await initialize(world, buyer.token, cart);
    const intent = () => [...store.intents.values()][0] as Stripe.PaymentIntent;
    let page = "";

    const cards = (died: "retrieve" | "refund") => {
      const real = shop.provider();
      world.services.cards = {
        ...real,
        async [died](asked: never) {
          await real[died](asked);
          throw new Error("the process was killed");
        },
      };
    };

    const lastPaid = () => String([...store.charges.values()].at(-1)?.payment_intent);

    const does: Record<Step, () => unknown> = {
      pay: () => confirm(store, intent(), "pm_card_visa"),
      decline: () => expect(() => confirm(store, intent(), "pm_card_chargeDeclined")).toThrow(),
      "open page": async () => {
        page = (await world.call("POST", "/product/payment/hosted", { token: buyer.token })).body.data.url
          .split("/")
          .at(-1);
      },
      "pay page": () => payOnPage(store, shop.session(page), "4242424242424242"),
      "decline page": () => expect(() => payOnPage(store, shop.session(page), "4000000000000002")).toThrow(),
      finalize: () => finalize(world, buyer.token, intent().id),
      "finalize page": () => finalize(world, buyer.token, page),
      "finalize x5": () => Promise.all(Array.from({ length: 5 }, () => finalize(world, buyer.token, intent().id))),
      "come back": () => initialize(world, buyer.token, cart),
      "other cart": () => initialize(world, buyer.token, [{ product: other._id, quantity: 1 }]),
      leave: () => endCheckout(world.services, buyer._id),
      messages: () => shop.deliver(),
      "messages twice": () => shop.deliver((events) => events.flatMap((event) => [event, event])),
      "messages backwards": () => shop.deliver((events) => events.toReversed()),
      work: () => world.runner.drain(),
      reconcile: () => {
        world.clock.forward(20);
        return world.runner.drain(["payments.reconcile"]);
      },
      "reconcile x2": () => {
        world.clock.forward(20);
        return Promise.all([world.runner.drain(["payments.reconcile"]), world.runner.drain(["payments.reconcile"])]);
      },
      "hold ends": () => world.clock.forward(31 * 60),
      // The hold has ended in our records, and somebody else has bought all that was left.
      "sold out": async () => {
        const freed = await world.services.db
          .updateTable("orders")
          .set({ status: "released" })
          .where("status", "=", "pending")
          .executeTakeFirst();
        const left = await world.services.db
          .selectFrom("products")
          .select("quantity")
          .where("_id", "=", product._id)
          .executeTakeFirstOrThrow();
        soldToOthers = left.quantity + (freed.numUpdatedRows > 0n ? QUANTITY : 0);
        await setSold(world.services.db, { quantity: 0 }, product._id);
      },
      "cancelled at stripe": () => cancelAtStripe(store, intent()),
      // Refunds in Stripe's dashboard, of the last payment.
      "by hand part": () => newRefund(store, lastPaid(), 300),
      "by hand all": () => newRefund(store, lastPaid(), null),
      "lose intent": () => expect(initialized.status).toBe(503),
      "lose page": async () => {
        troubles.expect("POST /v1/checkout/sessions", "cut", 2);
        expect((await world.call("POST", "/product/payment/hosted", { token: buyer.token })).status).toBe(503);
      },
      "lose refund": () => troubles.expect("POST /v1/refunds", "cut", 2),
      "lose cancel": () => troubles.expect(`POST /v1/payment_intents/${intent().id}/cancel`, "cut", 2),
      "die placing": async () => {
        cards("retrieve");
        expect((await finalize(world, buyer.token, page || intent().id)).status).toBe(500);
      },
      "die refunding": () => {
        cards("refund");
        return world.runner.drain();
      },
      "new process": () => {
        world.services.cards = shop.provider();
      },
    };
    for (const step of steps) await does[step]();

    // Messages that are still on their way arrive.
    for (let n = 0; n < 3; n += 1) {
      world.clock.forward(n === 1 ? 32 * 60 : 25);
      await world.runner.drain(["payments.reconcile"]);
      await shop.deliver();
      await world.runner.drain();
    }
    const order = await world.services.db
      .selectFrom("orders")
      .selectAll()
      .where("amountCents", "=", QUANTITY * 500)
      .executeTakeFirstOrThrow();
    expect(order.status).toBe(end === "paid, second back" ? "paid" : end);
    await expectBooksToAgree(world, shop.fake, { product: product._id, had: STOCK - soldToOthers });
    const whole = [...store.charges.values()].filter((charge) => charge.refunded).length;
    expect(whole).toBe(end === "paid, second back" ? 1 : end === "refused" ? store.charges.size : 0);
  });
});
