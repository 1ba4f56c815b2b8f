import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openDatabase } from "~/platform/database/database.server";
import { buildServices } from "~/platform/services.server";
import { wrongInBooks } from "~/service/backup/books.server";
import { MARKET } from "../../scripts/gate/market.mjs";
import { ADDRESS, aProduct, aUser } from "../fixtures/shop";
import { databasesHere, testConfig } from "../fixtures/world";
import { CASES_AT_ONCE, chosenOf } from "./killed-cases";
import { filledOnce, type Kind, type Place } from "./places";
import { buildOnce, startProcess, type ShopProcess } from "./shop-process";
import { standStillIn } from "./standstill";

/*
 * The built server dies as in a power cut while the staff of a market day hand over an order of two stalls. The
 * hand-over is done completely or not at all, and repeating the same post completes it once.
 */

/** Longer than a killed process keeps its requests locked, in seconds. */
const A_MINUTE = 60;
const KEY = "handed-over-at-the-market";
/** Three days from now, so that the cut-off is ahead and the day is the same for every process. */
const SOON = new Date(Date.now() + 3 * 86_400_000);
const DAY = SOON.toISOString().slice(0, 10);
const MARKET_DAY = {
  name: "Town Hall Market",
  address: "1 Market Square",
  fee: 1,
  times: [{ weekday: SOON.getUTCDay() || 7, from: "09:00", to: "12:00", cutOff: { hoursBefore: 0 } }],
};

type PaymentMethod = "Card" | "On collection";

interface Case {
  killed: string;
  paymentMethod: PaymentMethod;
  /** The process is killed as it writes to this table; without a table, right after its response. */
  table?: "ledger" | "refunds" | "collectionPayments" | "auditLog";
  /** Whether a piece of each stall is missing. */
  isShort?: boolean;
}

const cases: Case[] = [
  { killed: "with all of it written and nothing committed", paymentMethod: "Card", table: "auditLog" },
  { killed: "between the books of two stalls that are paid there", paymentMethod: "On collection", table: "ledger" },
  { killed: "with cash for two stalls all but committed", paymentMethod: "On collection", table: "auditLog" },
  { killed: "while it gives back what is missing", paymentMethod: "Card", table: "refunds", isShort: true },
  {
    killed: "with cash for what is not missing all but committed",
    paymentMethod: "On collection",
    table: "auditLog",
    isShort: true,
  },
  { killed: "when it has just answered", paymentMethod: "On collection" },
];

/** Adds a second stall to a place. Its product costs 3.20. */
async function aSecondStall({ folder, databaseUrl }: Place) {
  const log = pino({ level: "silent" });
  const services = buildServices(testConfig(folder, false), {
    database: await openDatabase({ dataDir: folder, databaseUrl }, log),
    log,
  });
  const merchant = await aUser({ services }, { privilege: "merchant" });
  const product = await aProduct({ services }, { merchantId: merchant._id, quantity: 20, amountCents: 320 });
  await services.db.updateTable("stores").set({ stockMail: 0 }).execute();
  await services.close();
  return { ...merchant, product: product._id };
}

const start = ({ folder, databaseUrl }: Place, secondsAhead: number) =>
  startProcess(
    {
      APP_SECRET: "a secret that only the tests know.",
      PUBLIC_URL: "http://shop.localhost",
      MAIL: "files",
      PAYMENTS: "test",
      LIMITS: "off",
      ...MARKET,
      DATA_DIR: folder,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
    secondsAhead,
  );

/** Sends a call to the service. Returns null if the process dies before it has answered. */
async function call(
  { address, gone }: ShopProcess,
  token: string,
  method: string,
  path: string,
  body: object,
  headers = {},
): Promise<{ status: number; body: any } | null> {
  const request = fetch(`${address}/api/v1${path}`, {
    method,
    headers: { Authorization: token, "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  }).then(async (answer) => ({ status: answer.status, body: await answer.json() }));
  return Promise.race([request.catch(() => gone.then(() => null)), gone.then(() => null)]);
}

/** Makes a market day of both stalls and an order of two pieces of each. Returns the call that hands it over. */
async function anOrder(shop: ShopProcess, place: Place, { paymentMethod, isShort }: Case) {
  const secondStall = await aSecondStall(place);
  const answerOf = async (...request: Parameters<typeof call> extends [any, ...infer Rest] ? Rest : never) => {
    const answer = await call(shop, ...request);
    expect(answer?.status, JSON.stringify(answer?.body)).toBeLessThan(300);
    return answer?.body;
  };
  const { operator, buyer, merchant } = place;
  const terms = { allowed: true, mostOrders: 5, mostMoney: 200, mostMissed: 2 };
  await answerOf(operator.token, "PUT", "/operator/collection-terms", terms);
  const marketDay = (await answerOf(operator.token, "POST", "/operator/market-days", MARKET_DAY)).data._id as string;
  const stalls = [{ ...merchant, product: place.product }, { ...secondStall }];
  for (const { token } of stalls)
    await answerOf(token, "PUT", `/merchant/market-days/${marketDay}`, { noticeHours: 0, isPaidThere: true });
  const checkout = await answerOf(buyer.token, "POST", "/product/payment/initialize", {
    carts: stalls.map(({ product }) => ({ product, quantity: 2 })),
    billing: ADDRESS,
    ways: stalls.map(({ _id }) => ({ merchant: _id, method: marketDay, day: DAY, from: "09:00" })),
    paymentMethod,
  });
  if (paymentMethod === "Card") {
    const card = { number: "4242424242424242", expiry: "04/34", cvc: "123" };
    await answerOf("", "POST", "/test-payments/confirm", { clientSecret: checkout.data, ...card });
    await answerOf(buyer.token, "POST", "/product/payment/finalize", { stripeId: checkout.payment.stripeId });
  }
  const { db } = place.database;
  const lines = await db.selectFrom("orderLines").select(["_id", "priceCents", "orderId"]).execute();
  const missingCents = isShort ? lines.reduce((sum, { priceCents }) => sum + priceCents, 0) : 0;
  return {
    path: `/operator/market-days/${marketDay}/days/${DAY}/hand-over`,
    body: {
      order: lines[0]!.orderId,
      ...(paymentMethod === "On collection" && { given: 50 }),
      ...(isShort && {
        missing: {
          lines: lines.map(({ _id }) => ({ lineId: _id, quantity: 1 })),
          amount: missingCents / 100,
          reason: "forgotten",
        },
      }),
    },
    paidCents: paymentMethod === "Card" ? null : 2 * (500 + 320) + 100 - missingCents,
  };
}

/** Returns the rows that a hand-over writes, sorted, because Postgres moves a row that is changed. */
async function state({ database: { db } }: Place) {
  const parts = await db
    .selectFrom("orderParts")
    .select(["statusText", "isUnpaid", "refundedCents"])
    .orderBy("_id")
    .execute();
  const ledger = await db.selectFrom("ledger").select(["merchantId", "kind", "amountCents"]).orderBy("_id").execute();
  const payments = await db
    .selectFrom("collectionPayments")
    .select(["paidCents", "tenderedCents"])
    .orderBy("partId")
    .execute();
  const refunds = await db.selectFrom("refunds").select("amountCents").orderBy("_id").execute();
  const log = await db.selectFrom("auditLog").select("_id").where("action", "=", "market_day.handed_over").execute();
  return { parts, ledger, payments, refunds, handOvers: log.length };
}

beforeAll(() => {
  buildOnce();
  vi.setConfig({ maxConcurrency: CASES_AT_ONCE });
});

const casesOn = (kind: Kind) => cases.filter(({ killed }) => chosenOf(killed, databasesHere()).includes(kind));

describe.concurrent.each(databasesHere().filter((kind) => casesOn(kind).length > 0))(
  "a process that is killed as the staff of a market day hand over (%s)",
  (kind) => {
    let filled: Awaited<ReturnType<typeof filledOnce>>;
    beforeAll(async () => {
      filled = await filledOnce(kind);
    });
    afterAll(() => filled.remove());

    test.each(casesOn(kind).map((scenario) => [scenario.killed, scenario] as const))("%s", async (_, scenario) => {
      const place = await filled.copy();
      const headers = { "Idempotency-Key": KEY };
      let shop = await start(place, 0);
      try {
        const { path, body, paidCents } = await anOrder(shop, place, scenario);
        const untouched = await state(place);
        const standstill = scenario.table ? await standStillIn(scenario.table, place) : null;
        const first = call(shop, place.operator.token, "POST", path, body, headers);
        if (standstill) {
          void standstill.reached.then(() => shop.kill());
          expect(await first).toBeNull();
          await standstill.lift();
          expect(await state(place)).toEqual(untouched);
        } else {
          expect((await first)?.status).toBe(200);
          await shop.kill();
        }

        shop = await start(place, A_MINUTE);
        const repeat = () => call(shop, place.operator.token, "POST", path, body, headers);
        const answer = await repeat();
        expect([answer?.status, answer?.body.payment?.paid ?? null]).toEqual([200, paidCents && paidCents / 100]);
        const finalState = await state(place);
        expect(await repeat()).toEqual(answer);
        const afterwards = await call(shop, place.operator.token, "POST", path, body);
        expect(afterwards?.body.error[0].code).toBe("handed_over_already");
        expect(await state(place)).toEqual(finalState);

        expect(finalState.parts.map(({ statusText }) => statusText)).toEqual(["Delivered", "Delivered"]);
        expect(finalState.handOvers).toBe(1);
        expect(finalState.payments.reduce((sum, payment) => sum + payment.paidCents, 0)).toBe(paidCents ?? 0);
        const entries = finalState.ledger.map(({ merchantId, kind: entry }) => `${merchantId} ${entry}`);
        expect(new Set(entries).size).toBe(entries.length);
        expect(finalState.refunds).toHaveLength(scenario.isShort && paidCents === null ? 2 : 0);
        await shop.stop();
        expect(await wrongInBooks(place.database.db)).toEqual([]);
      } finally {
        await shop.kill();
        await place.remove();
      }
    });
  },
);
