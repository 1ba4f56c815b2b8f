import pLimit from "p-limit";
import { expect, test } from "vitest";
import { buildServices } from "~/platform/services.server";
import { cancel, confirm } from "../../tests/fakes/stripe/payment-intents";
import { expectBooksToAgree } from "../../tests/fixtures/money";
import { ADDRESS, aUser } from "../../tests/fixtures/shop";
import { aProductInSizes } from "../../tests/fixtures/product-in-sizes";
import { testConfig } from "../../tests/fixtures/world";
import { comeToRest } from "../../tests/processes/killed-shop";
import { filledOnce, STOCK, type Kind } from "../../tests/processes/places";
import { patientCalls } from "./patient-calls";
import { TorturedShop } from "./tortured-shop";

/*
 * `npm run torture -- --part crowd`: a thousand buyers want fifty pieces of one size, over HTTP and, on Postgres, from
 * two processes. Meanwhile another size of the product is counted and the prices of both change in bulk.
 */

const ON = process.env["TORTURE_ON"];
const [BUYERS, PIECES, SACKS] = [1000, 50, 10];
/** Buyers who act at the same moment. A process accepts 256 connections from one address. */
const AT_ONCE = 200;
const PRODUCTS = "/product/manage-product";

const say = (line: string) => process.stdout.write(`${line}\n`);

const databaseKinds: [Kind, number][] = [
  ["sqlite", 1],
  ["postgres", 2],
];
test.each(databaseKinds.filter(([kind]) => ON === "both" || ON === kind))(
  "fifty of a thousand buyers get the fifty pieces, on %s with %i of its processes",
  async (kind, processes) => {
    const filled = await filledOnce(kind);
    const place = await filled.copy();
    const { db } = place.database;
    const { merchant } = place;
    const services = buildServices(testConfig(place.folder, false), { database: place.database });
    const [bag = "", sack = ""] = await aProductInSizes({ services }, { merchantId: merchant._id }, [
      { name: "500 g bag", amountCents: 320, quantity: PIECES },
      { name: "5 kg sack", amountCents: 2400, quantity: SACKS },
    ]);
    const buyers: string[] = [];
    for (let n = 0; n < BUYERS; n += 1) buyers.push((await aUser({ services })).token);
    const shop = await TorturedShop.open(place, processes, null);
    const { insist, answers } = patientCalls(() => shop.address());
    let [isOpen, changes] = [true, 0];

    async function changeInBulk(): Promise<void> {
      const { token } = merchant;
      while (isOpen) {
        changes += 1;
        const count = { products: [{ product: bag, variant: sack, quantity: SACKS + changes }] };
        await insist({ kind: "count", method: "PUT", path: `${PRODUCTS}/stock`, token, body: () => count });
        const percent = changes % 2 === 1 ? 25 : -20;
        const prices = { products: [{ product: bag }], change: { what: "price", percent, roundTo: "0.01" } };
        await insist({ kind: "prices", method: "POST", path: `${PRODUCTS}/many`, token, body: () => prices });
      }
    }

    /** Returns the order that waits for its payment, or null if the size is sold out. */
    async function checkOut(token: string): Promise<string | null> {
      const body = () => ({ carts: [{ product: bag, variant: bag, quantity: 1 }], billing: ADDRESS });
      const path = "/product/payment/initialize";
      return insist({ kind: "checkout", method: "POST", path, token, body }).then(
        ({ payment }) => payment.orderId as string,
        (error: unknown) => {
          if (/"sold_out"/.test(String(error))) return null;
          throw error;
        },
      );
    }

    async function pay(token: string, orderId: string): Promise<void> {
      const intents = [...shop.fake.store.intents.values()];
      const intent = intents.find(
        ({ metadata, status }) => metadata["orderId"] === orderId && status === "requires_payment_method",
      );
      if (!intent) throw new Error(`Nothing is to be paid for ${orderId}.`);
      confirm(shop.fake.store, intent, "pm_card_visa");
      const body = () => ({ stripeId: intent.id });
      await insist({ kind: "payment", method: "POST", path: "/product/payment/finalize", token, body });
    }

    /**
     * Cancels intents that the provider made but no process could store. Their buyers were told to come again, came
     * back after the price had changed, and have other intents. The secrets of these were never sent, so they cannot be
     * paid.
     */
    async function cancelUnheard(): Promise<number> {
      const attempts = await db.selectFrom("paymentAttempts").select("intentId").execute();
      const knownIntents = new Set(attempts.map(({ intentId }) => intentId));
      const unheard = [...shop.fake.store.intents.values()].filter(
        ({ id, status }) => status === "requires_payment_method" && !knownIntents.has(id),
      );
      for (const intent of unheard) cancel(shop.fake.store, intent);
      return unheard.length;
    }

    try {
      const changing = changeInBulk();
      const limit = pLimit(AT_ONCE);
      const outcomes = await Promise.all(
        buyers.map((token) => limit(async () => ({ token, orderId: await checkOut(token) }))),
      );
      isOpen = false;
      await changing;
      const holders = outcomes.flatMap(({ token, orderId }) => (orderId === null ? [] : [{ token, orderId }]));
      expect(holders).toHaveLength(PIECES);
      for (const { token, orderId } of holders) await pay(token, orderId);
      await comeToRest(place, () => shop.messagesLeft());
      const tries = [...answers].map(([name, tally]) => `${name} ${tally.calls} in ${tally.tries} tries`).join(", ");
      say(`${kind}: ${tries}; ${await cancelUnheard()} payments of which nobody was told`);
      await expectBooksToAgree({ services: place.database }, shop.fake, { product: place.product, had: STOCK });
      const paid = await db.selectFrom("orders").select("_id").where("status", "=", "paid").execute();
      expect(paid.map(({ _id }) => _id).toSorted()).toEqual(holders.map(({ orderId }) => orderId).toSorted());
      const sizes = await db
        .selectFrom("variants")
        .select(["_id", "quantity"])
        .where("productId", "=", bag)
        .orderBy("position")
        .execute();
      expect(sizes).toEqual([
        { _id: bag, quantity: 0 },
        { _id: sack, quantity: SACKS + changes },
      ]);
      say(`${kind}: ${BUYERS} buyers, ${paid.length} of ${PIECES} sold, ${2 * changes} bulk changes`);
    } finally {
      for (const end of [() => shop.close(), () => filled.remove()])
        await end().catch((error: unknown) => say(`${kind}: ${String(error)}`));
    }
  },
  1_800_000,
);
