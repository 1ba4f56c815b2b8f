import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isPassedOver } from "../../scripts/gate/sample.mjs";
import { connected } from "../fakes/stripe/accounts";
import { cancel } from "../fakes/stripe/payment-intents";
import { expectBooksToAgree } from "../fixtures/money";
import { CASES_AT_ONCE, chosenOf } from "./killed-cases";
import { A_MINUTE, AFTER_THE_HOLD, KilledShop, QUANTITY } from "./killed-shop";
import { filledOnce, PRICE_CENTS, STOCK, type Kind } from "./places";
import { buildOnce } from "./shop-process";

/*
 * The built server runs as a process and is killed at exact points, without a chance to clean up. Another process
 * starts on the same data. Everything that Stripe was asked for must have happened once and be recorded.
 */

const MAKE_INTENT = /^POST \/v1\/payment_intents$/;
const READ_INTENT = /^GET \/v1\/payment_intents\/\w+$/;
const END_INTENT = /^POST \/v1\/payment_intents\/\w+\/cancel$/;
const MAKE_PAGE = /^POST \/v1\/checkout\/sessions$/;
const REFUND = /^POST \/v1\/refunds$/;
const TRANSFER = /^POST \/v1\/transfers$/;
const REVERSAL = /^POST \/v1\/transfers\/\w+\/reversals$/;
const MAKE_ACCOUNT = /^POST \/v1\/accounts$/;

type Act = (shop: KilledShop) => unknown;
type End = "paid" | "released" | "refunded" | "weighed" | "paid out" | "taken back" | "account";

const asking =
  (what: RegExp, moment: "before" | "after"): Act =>
  (shop) =>
    shop.killedAsking(what, moment);
const writing =
  (table: string): Act =>
  (shop) =>
    shop.killedWriting(table);
const checkOut: Act = (shop) => shop.checkOut();
const pay: Act = (shop) => shop.pay();
const openPage: Act = (shop) => shop.openPage();
const payOnPage: Act = (shop) => shop.payOnPage();
const comeBack: Act = (shop) => shop.comeBack();
const messages: Act = (shop) => shop.sendMessages();
const openAccount: Act = (shop) => shop.openAccount();
const deliver: Act = (shop) => shop.deliver();
const giveOneBack: Act = (shop) => shop.giveOneBack();
const sellByWeight: Act = (shop) => shop.sellByWeight();
const weigh: Act = (shop) => shop.weigh();
const rest: Act = (shop) => shop.comeToRest();
const again: Act = (shop) => shop.startAgain(A_MINUTE);
const atOnce: Act = (shop) => shop.startAgain(0);
const anHourOn: Act = (shop) => shop.startAgain(2 * AFTER_THE_HOLD);
const afterTheHold: Act = (shop) => shop.later(AFTER_THE_HOLD);
const aMinuteOn: Act = (shop) => shop.later(A_MINUTE);

const bought = [checkOut, pay, comeBack, rest];
const delivered = [openAccount, ...bought, deliver];
const boughtByWeight = [sellByWeight, ...bought];

interface Case {
  killed: string;
  acts: Act[];
  end: End;
  /** Both, for a case that depends on the database. Without it, the case only depends on Stripe and runs on SQLite. */
  on?: Kind[];
}

const BOTH: Kind[] = ["sqlite", "postgres"];

const cases: Case[] = [
  {
    killed: "before Stripe has made the payment, and the buyer tries again",
    acts: [asking(MAKE_INTENT, "before"), checkOut, again, checkOut, pay, comeBack],
    end: "paid",
  },
  {
    killed: "when Stripe has made the payment but not said so, and the buyer tries again",
    acts: [asking(MAKE_INTENT, "after"), checkOut, again, checkOut, pay, comeBack],
    end: "paid",
    on: BOTH,
  },
  {
    killed: "when Stripe has made the payment but not said so, and the buyer never comes again",
    acts: [asking(MAKE_INTENT, "after"), checkOut, anHourOn],
    end: "released",
  },
  {
    killed: "half way through holding the goods, and the buyer tries again",
    acts: [writing("orderLines"), checkOut, atOnce, checkOut, pay, comeBack],
    end: "paid",
    on: BOTH,
  },
  {
    killed: "before Stripe has made its page, and the buyer asks for it again",
    acts: [checkOut, asking(MAKE_PAGE, "before"), openPage, atOnce, openPage, payOnPage, comeBack, aMinuteOn],
    end: "paid",
  },
  {
    killed: "when Stripe has made its page but not said so, and the buyer asks for it again",
    acts: [checkOut, asking(MAKE_PAGE, "after"), openPage, atOnce, openPage, payOnPage, comeBack, aMinuteOn],
    end: "paid",
  },
  {
    killed: "when Stripe has made its page but not said so, and the buyer pays on ours",
    acts: [checkOut, asking(MAKE_PAGE, "after"), openPage, again, checkOut, pay, comeBack, afterTheHold],
    end: "paid",
  },
  {
    killed: "before it has heard that the payment went through, and nobody comes back",
    acts: [checkOut, pay, asking(READ_INTENT, "before"), comeBack, again],
    end: "paid",
  },
  {
    killed: "when it is just told that the payment went through, and nobody comes back",
    acts: [checkOut, pay, asking(READ_INTENT, "after"), comeBack, again],
    end: "paid",
    on: BOTH,
  },
  {
    killed: "when it is just told that the payment went through, and the buyer comes back at once",
    acts: [checkOut, pay, asking(READ_INTENT, "after"), comeBack, atOnce, comeBack],
    end: "paid",
  },
  {
    killed: "when it is just told that the payment went through, and Stripe's messages come",
    acts: [checkOut, pay, asking(READ_INTENT, "after"), comeBack, atOnce, messages],
    end: "paid",
  },
  {
    killed: "three times over the same payment, by whoever looks at it",
    acts: [
      checkOut,
      pay,
      asking(READ_INTENT, "after"),
      comeBack,
      asking(READ_INTENT, "before"),
      again,
      asking(READ_INTENT, "after"),
      again,
      again,
    ],
    end: "paid",
  },
  {
    killed: "half way through placing the order, and nobody comes back",
    acts: [checkOut, pay, writing("ledger"), comeBack, again],
    end: "paid",
    on: BOTH,
  },
  {
    killed: "half way through placing the order, and the buyer comes back",
    acts: [checkOut, pay, writing("ledger"), comeBack, atOnce, comeBack, messages],
    end: "paid",
  },
  {
    killed: "with the order all but placed, and Stripe's messages come",
    acts: [checkOut, pay, writing("jobs"), comeBack, atOnce, messages],
    end: "paid",
  },
  {
    killed: "when it has just thanked Stripe for its message, and nobody comes back",
    acts: [checkOut, pay, (shop) => shop.killedAfterMessage("payment_intent.succeeded"), messages, again],
    end: "paid",
    on: BOTH,
  },
  {
    killed: "half way through writing Stripe's message down",
    acts: [checkOut, pay, writing("stripeEvents"), messages, atOnce],
    end: "paid",
  },
  {
    killed: "before Stripe has ended a payment that nobody made",
    acts: [checkOut, asking(END_INTENT, "before"), afterTheHold, again],
    end: "released",
  },
  {
    killed: "when Stripe has ended a payment that nobody made but not said so",
    acts: [checkOut, asking(END_INTENT, "after"), afterTheHold, again],
    end: "released",
  },
  {
    killed: "before Stripe has given money back",
    acts: [...bought, asking(REFUND, "before"), giveOneBack, again],
    end: "refunded",
  },
  {
    killed: "when Stripe has given money back but not said so",
    acts: [...bought, asking(REFUND, "after"), giveOneBack, again],
    end: "refunded",
    on: BOTH,
  },
  {
    killed: "when Stripe has given money back but not said so, and its keys are forgotten",
    acts: [...bought, asking(REFUND, "after"), giveOneBack, (shop) => shop.fake.forgetKeys(), again, messages],
    end: "refunded",
  },
  {
    killed: "half way through saving what pieces weigh, and the merchant saves again",
    acts: [...boughtByWeight, writing("refundLines"), weigh, atOnce, weigh],
    end: "weighed",
    on: BOTH,
  },
  {
    killed: "with the weights all but saved, and the merchant saves again",
    acts: [...boughtByWeight, writing("jobs"), weigh, atOnce, weigh, messages],
    end: "weighed",
  },
  {
    killed: "before Stripe has given back what pieces weigh less, and the merchant saves again",
    acts: [...boughtByWeight, asking(REFUND, "before"), weigh, again, weigh],
    end: "weighed",
  },
  {
    killed: "when Stripe has given back what pieces weigh less but not said so, and the merchant saves again",
    acts: [...boughtByWeight, asking(REFUND, "after"), weigh, again, weigh, messages],
    end: "weighed",
    on: BOTH,
  },
  {
    killed: "before Stripe has sent a merchant the money",
    acts: [...delivered.slice(0, -1), asking(TRANSFER, "before"), deliver, again],
    end: "paid out",
  },
  {
    killed: "when Stripe has sent a merchant the money but not said so",
    acts: [...delivered.slice(0, -1), asking(TRANSFER, "after"), deliver, again],
    end: "paid out",
    on: BOTH,
  },
  {
    killed: "half way through settling what a merchant is sent",
    acts: [...delivered.slice(0, -1), writing("ledger"), deliver, again],
    end: "paid out",
  },
  {
    killed: "before Stripe has taken money back from a merchant",
    acts: [...delivered, rest, asking(REVERSAL, "before"), giveOneBack, again],
    end: "taken back",
  },
  {
    killed: "when Stripe has taken money back from a merchant but not said so",
    acts: [...delivered, rest, asking(REVERSAL, "after"), giveOneBack, again],
    end: "taken back",
  },
  {
    killed: "when Stripe has made a merchant's account but not said so, and the merchant tries again",
    acts: [asking(MAKE_ACCOUNT, "after"), openAccount, again, openAccount],
    end: "account",
  },
];

/** The refund in cents for 403 g at 20.00 a kilo, of ten dollars paid. */
const LIGHTER_CENTS = 194;
const BACK: Partial<Record<End, number>> = {
  refunded: PRICE_CENTS,
  "taken back": PRICE_CENTS,
  weighed: LIGHTER_CENTS,
};
const NET = { "paid out": QUANTITY * PRICE_CENTS * 0.9, "taken back": PRICE_CENTS * 0.9 };

/** Checks the records of the shop and of Stripe at the end, where everything must exist once. */
async function expectEnd(shop: KilledShop, end: End): Promise<void> {
  const { store } = shop.fake;
  const { db } = shop.place.database;
  const orders = await db.selectFrom("orders").select("status").execute();
  const [accounts, transfers] = [[...connected(store).accounts.values()], [...connected(store).transfers.values()]];
  const ledger = await db.selectFrom("ledger").select("amountCents").where("kind", "in", ["payout", "fee"]).execute();
  const isPaid = end !== "released" && end !== "account";
  const backCents = BACK[end] ?? 0;
  expect(orders).toEqual(end === "account" ? [] : [{ status: isPaid ? "paid" : "released" }]);
  expect(store.charges.size).toBe(isPaid ? 1 : 0);
  expect([...store.refunds.values()].map((refund) => refund.amount)).toEqual(backCents > 0 ? [backCents] : []);
  expect(accounts).toHaveLength(end === "account" || end in NET ? 1 : 0);
  expect(transfers.map((transfer) => transfer.amount - transfer.amount_reversed)).toEqual(
    end in NET ? [NET[end as keyof typeof NET]] : [],
  );
  expect(transfers.flatMap((transfer) => transfer.reversals.data)).toHaveLength(end === "taken back" ? 1 : 0);
  const sold = QUANTITY * PRICE_CENTS - backCents;
  expect(ledger.reduce((sum, entry) => sum + Number(entry.amountCents), 0) + (end in NET ? sold : 0)).toBe(0);
  if (isPaid)
    expect([
      shop.mailsAbout(/^Order #\d+ is paid$/),
      shop.mailsAbout(/on its way back/),
      shop.mailsAbout(/weighed, and money goes back/),
    ]).toEqual([1, backCents > 0 ? 1 : 0, end === "weighed" ? 1 : 0]);
  if (end === "weighed") {
    const lines = await db.selectFrom("orderLines").select(["weights", "dueCents", "refundedCents"]).execute();
    const dueCents = QUANTITY * PRICE_CENTS - LIGHTER_CENTS;
    expect(lines).toEqual([{ weights: "[201,202]", dueCents, refundedCents: LIGHTER_CENTS }]);
  }
}

beforeAll(() => {
  buildOnce();
  vi.setConfig({ maxConcurrency: CASES_AT_ONCE });
});

/** In a sample one case in three runs. */
const casesOn = (kind: Kind) =>
  cases
    .map((each) => [`${each.killed}: ${each.end}`, each] as const)
    .filter(
      ([name, { killed, on }]) =>
        !isPassedOver(name, process.env, 3) && (on ? chosenOf(killed, on) : ["sqlite"]).includes(kind),
    );

describe.concurrent.each(BOTH.filter((kind) => casesOn(kind).length > 0))("the server is killed (%s)", (kind) => {
  let filled: Awaited<ReturnType<typeof filledOnce>>;
  beforeAll(async () => {
    filled = await filledOnce(kind);
  });
  afterAll(() => filled.remove());

  test.each(casesOn(kind))("%s", async (_, { acts, end }) => {
    const shop = await KilledShop.open(await filled.copy());
    try {
      for (const act of acts) await act(shop);
      await shop.comeToRest();
      await expectEnd(shop, end);
      // The shop has not recorded this payment, so it can never be paid.
      for (const intent of shop.fake.store.intents.values())
        if (shop.orderId === "" && intent.status === "requires_payment_method") cancel(shop.fake.store, intent);
      // A piece that was refunded before it was shipped is restocked.
      await expectBooksToAgree({ services: shop.place.database }, shop.fake, {
        product: shop.place.product,
        had: end === "refunded" ? STOCK + 1 : STOCK,
      });
    } finally {
      await shop.close();
    }
  });
});
