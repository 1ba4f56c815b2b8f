import type { Clock } from "~/platform/clock";
import { timestamp } from "~/platform/clock";
import { isDuplicate, type Db } from "~/platform/database/database.server";
import type { TestIntentRow } from "~/platform/database/tables";
import { newId, newToken } from "~/platform/ids.server";
import { IntentUnknown, type CardProvider, type Intent } from "./card-provider";

/** What a payer types. Used to decide, never kept and never logged. */
export interface TestCard {
  /** Digits only. */
  number: string;
  expMonth: number;
  /** Four digits. */
  expYear: number;
  cvc: string;
}

export interface TestProvider extends CardProvider {
  name: "test";
  /** Tries a card. `requires_action` sends the payer to the authentication page; a refusal is told in `lastError`. */
  confirm(clientSecret: string, card: TestCard): Promise<Intent>;
  /** The payer's answer on the authentication page. */
  authenticate(clientSecret: string, passed: boolean): Promise<Intent>;
}

/** The well-known test cards that do not simply pay. */
const REFUSED: Record<string, string> = {
  "4000000000000002": "Your card was declined.",
  "4000000000009995": "Your card has insufficient funds.",
  "4000000000000069": "Your card has expired.",
  "4000000000000127": "Your card's security code is incorrect.",
  "4000000000000119": "An error occurred while processing your card. Try again in a little bit.",
};
const ASKS_FOR_AUTHENTICATION = "4000002760003184";
const PAYS = new Set(["4242424242424242", "5555555555554444", "378282246310005"]);
const UNKNOWN_CARD = "Your card number is not one of the test cards. Use 4242 4242 4242 4242.";
const AUTHENTICATION_FAILED = "We are unable to authenticate your payment method.";

/** A card provider that lives in our own database. It keeps the state machine of a payment intent; no money moves. */
export function testProvider({ db, clock }: { db: Db; clock: Clock }): TestProvider {
  async function bySecret(clientSecret: string): Promise<TestIntentRow> {
    const id = clientSecret.split("_secret_")[0] ?? "";
    const row = await db.selectFrom("testIntents").selectAll().where("_id", "=", id).executeTakeFirst();
    if (!row || row.clientSecret !== clientSecret) throw new IntentUnknown("The test provider has no such payment.");
    return row;
  }

  async function byId(intentId: string): Promise<TestIntentRow> {
    const row = await db.selectFrom("testIntents").selectAll().where("_id", "=", intentId).executeTakeFirst();
    if (!row) throw new IntentUnknown(`The test provider has no payment ${intentId}.`);
    return row;
  }

  /** Moves an intent on, unless it has moved meanwhile; a state once final stays. */
  async function move(
    row: TestIntentRow,
    from: TestIntentRow["status"][],
    to: TestIntentRow["status"],
    lastError = "",
  ): Promise<Intent> {
    await db
      .updateTable("testIntents")
      .set({ status: to, lastError })
      .where("_id", "=", row._id)
      .where("status", "in", from)
      .execute();
    return intentOf(await byId(row._id));
  }

  return {
    name: "test",
    hostedPages: null,

    async createIntent({ orderId, buyerId, amountCents, currency, idempotencyKey }) {
      const id = `pi_test_${newId(clock.now())}`;
      const row: TestIntentRow = {
        _id: id,
        clientSecret: `${id}_secret_${newToken().slice(0, 32)}`,
        orderId,
        buyerId,
        amountCents,
        refundedCents: 0,
        currency,
        status: "requires_payment_method",
        lastError: "",
        idempotencyKey,
        createdAt: timestamp(clock),
      };
      try {
        await db.insertInto("testIntents").values(row).execute();
        return intentOf(row);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        return intentOf(
          await db
            .selectFrom("testIntents")
            .selectAll()
            .where("idempotencyKey", "=", idempotencyKey)
            .executeTakeFirstOrThrow(),
        );
      }
    },

    async retrieve(intentId) {
      return intentOf(await byId(intentId));
    },

    async cancel(intentId) {
      return move(await byId(intentId), ["requires_payment_method", "requires_action"], "canceled");
    },

    async refund({ intentId, amountCents, refundId: idempotencyKey }) {
      const intent = await byId(intentId);
      const id = `re_test_${newId(clock.now())}`;
      try {
        await db.transaction().execute(async (trx) => {
          await trx
            .insertInto("testRefunds")
            .values({ _id: id, intentId, amountCents, idempotencyKey, createdAt: timestamp(clock) })
            .execute();
          const taken = await trx
            .updateTable("testIntents")
            .set((eb) => ({ refundedCents: eb("refundedCents", "+", amountCents) }))
            .where("_id", "=", intent._id)
            .where("status", "=", "succeeded")
            .where((eb) => eb(eb("refundedCents", "+", amountCents), "<=", eb.ref("amountCents")))
            .executeTakeFirst();
          if (taken.numUpdatedRows !== 1n)
            throw new Error(`The test provider cannot give back ${amountCents} cents of ${intentId}.`);
        });
        return { id };
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        const earlier = await db
          .selectFrom("testRefunds")
          .select("_id")
          .where("idempotencyKey", "=", idempotencyKey)
          .executeTakeFirstOrThrow();
        return { id: earlier._id };
      }
    },

    async refundsOf(intentId) {
      const rows = await db
        .selectFrom("testRefunds")
        .selectAll()
        .where("intentId", "=", intentId)
        .orderBy("_id")
        .execute();
      return rows.map((row) => ({
        id: row._id,
        amountCents: row.amountCents,
        refundId: row.idempotencyKey,
        createdAt: row.createdAt,
      }));
    },

    // No bank stands behind a test card.
    disputesOf: () => Promise.resolve([]),

    async intents({ since, limit, after }) {
      let query = db.selectFrom("testIntents").selectAll().where("createdAt", ">=", since);
      if (after) query = query.where("_id", "<", after);
      const rows = await query
        .orderBy("_id", "desc")
        .limit(limit + 1)
        .execute();
      return {
        intents: rows.slice(0, limit).map(intentOf),
        next: rows.length > limit ? (rows[limit - 1]?._id ?? null) : null,
      };
    },

    async confirm(clientSecret, card) {
      const row = await bySecret(clientSecret);
      const open: TestIntentRow["status"][] = ["requires_payment_method", "requires_action"];
      const reason = refusalOf(card, clock.now());
      if (reason) return move(row, open, "requires_payment_method", reason);
      if (card.number === ASKS_FOR_AUTHENTICATION) return move(row, open, "requires_action");
      return move(row, open, "succeeded");
    },

    async authenticate(clientSecret, passed) {
      const row = await bySecret(clientSecret);
      return passed
        ? move(row, ["requires_action"], "succeeded")
        : move(row, ["requires_action"], "requires_payment_method", AUTHENTICATION_FAILED);
    },
  };
}

function refusalOf(card: TestCard, now: Date): string {
  const known = REFUSED[card.number];
  if (known) return known;
  if (card.number !== ASKS_FOR_AUTHENTICATION && !PAYS.has(card.number)) return UNKNOWN_CARD;
  const lastDay = new Date(Date.UTC(card.expYear, card.expMonth, 1));
  return lastDay <= now ? "Your card's expiration date is in the past." : "";
}

function intentOf(row: TestIntentRow): Intent {
  return {
    id: row._id,
    clientSecret: row.clientSecret,
    status: row.status,
    amountCents: row.amountCents,
    refundedCents: row.refundedCents,
    disputed: false,
    currency: row.currency,
    orderId: row.orderId,
    buyerId: row.buyerId,
    createdAt: row.createdAt,
    lastError: row.lastError,
  };
}
