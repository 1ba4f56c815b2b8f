import { WAIT_MS } from "../../scripts/gate/patience.mjs";
import { confirm } from "../fakes/stripe/payment-intents";
import type { FakeStripe } from "../fakes/stripe/fake-stripe";
import { ADDRESS, aUser } from "../fixtures/shop";
import type { World } from "../fixtures/world";

const PAUSE_MS = 100;
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** People who buy one piece after the other, and repeat each call until it succeeds, whatever happens to the server. */
export interface Buyers {
  /** The number of purchases that buyers were told are done. */
  bought(): number;
  /** The number of successful calls. */
  answered(): number;
  /** The number of calls by status; 0 counts calls without a response. */
  answers: Map<number, number>;
  /** Begins no further purchase, and resolves when those under way are done. */
  leave(): Promise<void>;
}

interface Given {
  services: World["services"];
  fake: FakeStripe;
  product: string;
  /** The address for the next call, which changes after a restart. */
  address: () => string;
  /** After this many refusals a person reloads the page, and the form has another key. */
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
  // `leave` waits for them and sees the error.
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
