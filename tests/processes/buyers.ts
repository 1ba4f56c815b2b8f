import { WAIT_MS } from "../../scripts/gate/patience.mjs";
import { confirm } from "../fakes/stripe/payment-intents";
import type { FakeStripe } from "../fakes/stripe/fake-stripe";
import { ADDRESS, aUser } from "../fixtures/shop";
import type { World } from "../fixtures/world";

const PAUSE_MS = 100;
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** People who buy one piece after the other, each call until it is answered well, whatever becomes of the server. */
export interface Buyers {
  /** Purchases that a buyer was told are done. */
  bought(): number;
  /** Calls that were answered well. */
  answered(): number;
  /** Calls that were answered by status; 0 counts those that were not answered at all. */
  answers: Map<number, number>;
  /** Nobody begins another purchase; settles when those under way are done. */
  leave(): Promise<void>;
}

interface Given {
  services: World["services"];
  fake: FakeStripe;
  product: string;
  /** Where the next call goes; another one after a restart. */
  address: () => string;
  /** After so many refusals a person loads the page anew: the form comes with another key. */
  triesAKey: number;
}

export async function buyersOf({ services, fake, product, address, triesAKey }: Given, count: number): Promise<Buyers> {
  let purchases = 0;
  let open = true;
  const answers = new Map<number, number>();

  async function call(token: string, path: string, body: object, key: string) {
    const answer = await fetch(`${address()}/api/v1${path}`, {
      method: "POST",
      headers: { Authorization: token, "Content-Type": "application/json", "Idempotency-Key": key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(WAIT_MS),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => ({ status: 0, text: "" }));
    answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
    return answer;
  }

  async function insist(token: string, path: string, body: object): Promise<any> {
    for (let tries = 0, key = newKey(); ; tries += 1) {
      if (tries > 0 && tries % triesAKey === 0) key = newKey();
      const { status, text } = await call(token, path, body, key);
      if (status === 200) return JSON.parse(text);
      if (status !== 0 && status !== 409 && status !== 429 && status < 500)
        throw new Error(`${path} was answered ${status}: ${text}`);
      await pause();
    }
  }

  async function shopping(token: string): Promise<void> {
    while (open) {
      const { payment } = await insist(token, "/product/payment/initialize", {
        carts: [{ product, quantity: 1 }],
        billing: ADDRESS,
      });
      const intent = [...fake.store.intents.values()].find(
        ({ metadata, status }) => metadata["orderId"] === payment.orderId && status === "requires_payment_method",
      );
      if (!intent) continue;
      confirm(fake.store, intent, "pm_card_visa");
      await insist(token, "/product/payment/finalize", { stripeId: intent.id });
      purchases += 1;
      await pause();
    }
  }

  const people = await Promise.all(Array.from({ length: count }, () => aUser({ services })));
  const all = Promise.all(people.map(({ token }) => shopping(token)));
  // Waiting callers hear of it.
  all.catch(() => undefined);
  return {
    bought: () => purchases,
    answered: () => answers.get(200) ?? 0,
    answers,
    async leave() {
      open = false;
      await all;
    },
  };
}

const newKey = () => `key-${crypto.randomUUID()}`;
