import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type Stripe from "stripe";
import { expect } from "vitest";
import { MARKET } from "../../scripts/gate/market.mjs";
import { WAIT_MS } from "../../scripts/gate/patience.mjs";
import { connected, setAccount } from "../fakes/stripe/accounts";
import { payOnPage } from "../fakes/stripe/checkout-sessions";
import { startFakeStripe, type FakeStripe } from "../fakes/stripe/fake-stripe";
import { confirm } from "../fakes/stripe/payment-intents";
import { recordOf } from "../fakes/stripe/store";
import type { Moment } from "../fakes/stripe/troubles";
import { keepSending, SECRETS, sendTo } from "../fakes/stripe/webhooks";
import { ADDRESS } from "../fixtures/shop";
import type { Place } from "./places";
import { startProcess, type ShopProcess } from "./shop-process";
import { standStillIn, type Standstill } from "./standstill";

export const QUANTITY = 2;
const KEYS = {
  STRIPE_SECRET_KEY: "sk_test_fake",
  STRIPE_PUBLISHABLE_KEY: "pk_test_fake",
  STRIPE_WEBHOOK_SECRET: Object.values(SECRETS).join(","),
};

/** Longer than a killed process keeps its lease on a job, and than a checkout is held for its buyer. In seconds. */
export const A_MINUTE = 60;
export const AFTER_THE_HOLD = 31 * 60;

/** Returns the environment of a process of the shop. */
export function environmentOf({ folder, databaseUrl }: Place, fake: FakeStripe): Record<string, string> {
  return {
    ...KEYS,
    STRIPE_API_URL: fake.url,
    STRIPE_CONNECT: "1",
    PLATFORM_FEE_PERCENT: "10",
    PUBLIC_URL: "http://shop.localhost",
    MAIL: "files",
    ...MARKET,
    APP_SECRET: "a secret that only the tests know.",
    LIMITS: "off",
    DATA_DIR: folder,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
}

/** Waits until all work is done. `remainingWork` describes other unfinished work, or returns null. */
export async function comeToRest(
  { database: { db } }: Place,
  remainingWork: () => string | null,
  patienceMs = WAIT_MS,
): Promise<void> {
  const until = Date.now() + patienceMs;
  const jobs = db.selectFrom("jobs").where("finishedAt", "is", null).where("everySeconds", "is", null);
  for (;;) {
    // In one statement: between two of them an order may be paid and its mail begun, and neither would be seen.
    const undone = await db
      .selectNoFrom((eb) => [
        jobs.select(eb.fn.countAll().as("n")).as("jobs"),
        eb.selectFrom("paymentAttempts").where("settledAt", "is", null).select(eb.fn.countAll().as("n")).as("attempts"),
        eb.selectFrom("orders").where("status", "=", "pending").select(eb.fn.countAll().as("n")).as("orders"),
      ])
      .executeTakeFirstOrThrow();
    if (Object.values(undone).every((count) => Number(count) === 0) && !remainingWork()) return;
    if (Date.now() > until) {
      const remainingJobs = await jobs
        .select(["kind", "attempts", "createdAt", "runAt", "leasedUntil", "lastError"])
        .execute();
      throw new Error(
        `It does not come to rest: ${JSON.stringify(undone)}, ${JSON.stringify(remainingJobs)}, ${remainingWork() ?? "nothing else"}.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** How many mails with these words in the subject lie in the outbox. */
export function mailsAbout(place: Place, words: RegExp): number {
  const folder = path.join(place.folder, "outbox");
  return readdirSync(folder).filter((name) =>
    words.test(/^Subject: (.*)$/m.exec(readFileSync(path.join(folder, name), "utf8"))?.[1] ?? ""),
  ).length;
}

/** A shop with its own fake Stripe, run by one process after the other. */
export class KilledShop {
  readonly fake: FakeStripe;
  readonly place: Place;
  orderId = "";
  #process: ShopProcess | null = null;
  #ahead: { seconds: number };
  #standstill: Standstill | null = null;
  #stopSending: () => void = () => undefined;
  #taken = new Set<string>();
  #deadlyMessage = "";
  #page = "";

  private constructor(place: Place, fake: FakeStripe, ahead: { seconds: number }) {
    [this.place, this.fake, this.#ahead] = [place, fake, ahead];
  }

  static async open(place: Place): Promise<KilledShop> {
    const ahead = { seconds: 0 };
    const shop = new KilledShop(
      place,
      await startFakeStripe({ now: () => new Date(Date.now() + ahead.seconds * 1000) }),
      ahead,
    );
    await shop.#start();
    return shop;
  }

  /** The address of the current process. */
  get address(): string {
    return this.#process?.address ?? "";
  }

  /** Resolves when the current process has ended. */
  get exit(): Promise<unknown> {
    return this.#process?.gone ?? Promise.resolve();
  }

  async close(): Promise<void> {
    this.#stopSending();
    await this.#process?.kill();
    await this.#standstill?.lift();
    await this.fake.close();
    await this.place.remove();
  }

  /**
   * Kills the process while Stripe works on the next matching request: before its work, or after the work and before
   * the response.
   */
  killedAsking(pattern: RegExp, moment: Moment): void {
    this.fake.troubles.interrupt(pattern, moment, async () => void (await this.#process?.kill()));
  }

  /** Kills the process in the middle of the next transaction that adds a row to this table. */
  async killedWriting(table: string): Promise<void> {
    this.#standstill = await standStillIn(table, this.place);
    void this.#standstill.reached.then(() => this.#process?.kill());
  }

  /** Kills the process as soon as it has accepted a webhook of this type. */
  killedAfterMessage(type: Stripe.Event["type"]): void {
    this.#deadlyMessage = type;
  }

  /** Waits for the arranged kill, and starts the shop again, `secondsLater` seconds ahead. */
  async startAgain(secondsLater: number): Promise<void> {
    await within(this.#process?.gone ?? Promise.resolve(), "The process was to be killed, but lives.");
    await this.#standstill?.lift();
    this.#standstill = null;
    this.#ahead.seconds += secondsLater;
    await this.#start();
  }

  /** Lets time pass while the shop is stopped, as at a deployment. */
  async later(seconds: number): Promise<void> {
    await this.#process?.stop();
    await this.startAgain(seconds);
  }

  /** Sends Stripe's webhooks, first those that were held back. A webhook that is not accepted is sent again. */
  sendMessages(): void {
    const { store } = this.fake;
    this.#stopSending = keepSending(
      store,
      SECRETS,
      async (signed) => {
        const status = await sendTo(`${this.#process?.address}/api/v1/stripe/webhook`)(signed);
        if (status === 200) this.#taken.add((JSON.parse(signed.body) as Stripe.Event).id);
        if (status === 200 && signed.type === this.#deadlyMessage) {
          this.#deadlyMessage = "";
          await this.#process?.kill();
        }
        return status;
      },
      { delayMs: 0, twice: false, shuffled: false },
    );
    // When no work is left, each of them must have been accepted.
    this.#messages = () => store.events.every((event) => this.#taken.has(event.id));
  }

  #messages = () => true;

  async checkOut(): Promise<void> {
    const body = await this.#call("buyer", "/product/payment/initialize", {
      carts: [{ product: this.place.product, quantity: QUANTITY }],
      billing: ADDRESS,
    });
    if (body) this.orderId = body.payment.orderId as string;
  }

  pay(): void {
    const waiting = [...this.fake.store.intents.values()].find((intent) => intent.status === "requires_payment_method");
    confirm(this.fake.store, waiting!, "pm_card_visa");
  }

  async openPage(): Promise<void> {
    const body = await this.#call("buyer", "/product/payment/hosted");
    if (body) this.#page = (body.data.url as string).split("/").at(-1) ?? "";
  }

  payOnPage(): void {
    payOnPage(this.fake.store, recordOf(this.fake.store.sessions, "checkout.session", this.#page), "4242424242424242");
  }

  async comeBack(): Promise<void> {
    const paid = [...this.fake.store.intents.values()].find((intent) => intent.status === "succeeded");
    await this.#call("buyer", "/product/payment/finalize", { stripeId: this.#page || paid?.id });
  }

  async openAccount(): Promise<void> {
    // Renews the merchant's proof, because on a busy machine ten minutes may have passed since the login.
    await this.place.database.db.updateTable("tokens").set({ provenAt: new Date().toISOString() }).execute();
    if (!(await this.#call("merchant", "/product/payment/merchant/account/onboarding"))) return;
    for (const { id } of connected(this.fake.store).accounts.values()) setAccount(this.fake.store, id, "ready");
    await this.#call("merchant", "/product/payment/merchant/account/refresh");
  }

  async deliver(): Promise<void> {
    for (const step of ["ship", "deliver"])
      await this.#call("merchant", `/product/order/merchant/${this.orderId}/${step}`, {});
  }

  async giveOneBack(): Promise<void> {
    await this.#call("operator", `/operator/orders/${this.orderId}/refund`, {
      reason: "It came broken.",
      lines: [{ lineId: await this.#lineId(), quantity: 1 }],
      restock: false,
    });
  }

  /** From now on the product is sold by weight. Its price is that of 200 g at 20.00 a kilo, plus a margin of 25 %. */
  async sellByWeight(): Promise<void> {
    const columns = { contentMilli: 200_000, contentUnit: "g", unitPriceCents: 2000, weightUnit: "kg" } as const;
    const { db } = this.place.database;
    await db.updateTable("products").set(columns).execute();
    await db
      .updateTable("variants")
      .set({ ...columns, marginPercent: 25 })
      .execute();
  }

  /** Both pieces weigh a little less than was paid for: 201 g and 202 g cost 8.06 of 10.00. */
  async weigh(): Promise<void> {
    const weights = [{ order: this.orderId, line: await this.#lineId(), pieces: ["201", "202"] }];
    await this.#call("merchant", "/product/order/merchant/weights", { weights });
  }

  async #lineId(): Promise<string> {
    const lines = this.place.database.db.selectFrom("orderLines").select("_id").where("orderId", "=", this.orderId);
    return (await lines.executeTakeFirstOrThrow())._id;
  }

  /** Waits until all work is done. */
  comeToRest(): Promise<void> {
    return comeToRest(this.place, () =>
      this.#messages() ? null : `${this.fake.store.events.length - this.#taken.size} messages`,
    );
  }

  /** How many mails with these words in the subject lie in the outbox. */
  mailsAbout(words: RegExp): number {
    return mailsAbout(this.place, words);
  }

  async #start(): Promise<void> {
    this.#process = await startProcess(environmentOf(this.place, this.fake), this.#ahead.seconds);
  }

  /** Sends one call to the service. Returns null if the process dies before it has answered. */
  async #call(role: "buyer" | "merchant" | "operator", address: string, body: object = {}): Promise<any> {
    const { address: server, gone } = this.#process!;
    const call = fetch(`${server}/api/v1${address}`, {
      method: "POST",
      headers: { Authorization: this.place[role].token, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }).then(async (answer) => ({ status: answer.status, text: await answer.text() }));
    const answer = await Promise.race([call.catch(() => gone.then(() => null)), gone.then(() => null)]);
    if (!answer) return null;
    expect(answer.status, answer.text).toBe(200);
    return JSON.parse(answer.text);
  }
}

async function within<T>(work: Promise<T>, reason: string): Promise<T> {
  let patience: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    patience = setTimeout(() => reject(new Error(reason)), WAIT_MS);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(patience));
}
