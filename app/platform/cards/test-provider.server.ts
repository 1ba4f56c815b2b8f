import type { Clock } from "~/platform/clock";
import { timestamp } from "~/platform/clock";
import { type Db } from "~/platform/database/database.server";
import { isDuplicate } from "~/platform/database/duplicates";
import type { TestIntentRow } from "~/platform/database/tables";
import { newId, newToken } from "~/platform/ids.server";
import { IntentUnknown, type CardProvider, type Intent } from "./card-provider";

/** A card as a payer types it. It decides the outcome, and is never stored or logged. */
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
  /**
   * Tries a card. `requires_action` sends the payer to the authentication page; `lastError` gives the reason of a
   * refusal.
   */
  confirm(clientSecret: string, card: TestCard): Promise<Intent>;
  /** The payer's answer on the authentication page. */
  authenticate(clientSecret: string, isAuthenticated: boolean): Promise<Intent>;
}

/** The well-known test cards that are refused. */
const REFUSED: Record<string, string> = {
  "4000000000000002": "Your card was declined.",
  "4000000000009995": "Your card has insufficient funds.",
  "4000000000000069": "Your card has expired.",
  "4000000000000127": "Your card's security code is incorrect.",
  "4000000000000119": "An error occurred while processing your card. Try again in a little bit.",
};
const ASKS_FOR_AUTHENTICATION = "4000002760003184";
const PAYS = new Set(["4242424242424242", "5555555555554444", "378282246310005"]);
/**
 * Two cards that pay. A minute after the refund, `slow` turns a pending refund to succeeded, `failing` a succeeded one
 * to failed.
 */
const REFUNDS_ARE: Record<string, TestIntentRow["refundsAre"]> = {
  "4000000000007726": "slow",
  "4000000000005126": "failing",
};
const REFUND_ENDS_SECONDS = 60;
const UNKNOWN_CARD = "Your card number is not one of the test cards. Use 4242 4242 4242 4242.";
const AUTHENTICATION_FAILED = "We are unable to authenticate your payment method.";

/** A card provider in our own database. It keeps the state machine of a payment intent and moves no money. */
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

  /** Ends delayed refunds: a pending one succeeds, or one that had succeeded fails. */
  async function endRefunds({ _id: intentId, refundsAre }: Pick<TestIntentRow, "_id" | "refundsAre">): Promise<void> {
    if (refundsAre === "quick") return;
    await db.transaction().execute(async (trx) => {
      const endedRefunds = await trx
        .updateTable("testRefunds")
        .set({ status: refundsAre === "slow" ? "succeeded" : "failed" })
        .where("intentId", "=", intentId)
        .where("status", "=", refundsAre === "slow" ? "pending" : "succeeded")
        .where("createdAt", "<=", timestamp(clock, -REFUND_ENDS_SECONDS))
        .returning(["status", "amountCents"])
        .execute();
      const cents = endedRefunds.reduce(
        (sum, refund) => sum + (refund.status === "failed" ? Number(refund.amountCents) : 0),
        0,
      );
      if (cents > 0)
        await trx
          .updateTable("testIntents")
          .set((eb) => ({ refundedCents: eb("refundedCents", "-", cents) }))
          .where("_id", "=", intentId)
          .execute();
    });
  }

  /** Moves an intent to another state if it is still in one of `from`. Returns the intent as it is now. */
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
        refundsAre: "quick",
      };
      try {
        await db.insertInto("testIntents").values(row).execute();
        return intentOf(row);
      } catch (error) {
        if (!isDuplicate(error, "testIntentsKey")) throw error;
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

    async refund({ intentId, amountCents, refundId, refusals }) {
      const intent = await byId(intentId);
      const id = `re_test_${newId(clock.now())}`;
      const idempotencyKey = keyOf(refundId, refusals);
      const status = intent.refundsAre === "slow" ? "pending" : "succeeded";
      try {
        await db.transaction().execute(async (trx) => {
          await trx
            .insertInto("testRefunds")
            .values({ _id: id, intentId, amountCents, idempotencyKey, createdAt: timestamp(clock), status })
            .execute();
          const existing = await trx
            .updateTable("testIntents")
            .set((eb) => ({ refundedCents: eb("refundedCents", "+", amountCents) }))
            .where("_id", "=", intent._id)
            .where("status", "=", "succeeded")
            .where((eb) => eb(eb("refundedCents", "+", amountCents), "<=", eb.ref("amountCents")))
            .executeTakeFirst();
          if (existing.numUpdatedRows !== 1n)
            throw new Error(`The test provider cannot give back ${amountCents} cents of ${intentId}.`);
        });
        return { id, status };
      } catch (error) {
        if (!isDuplicate(error, "testRefundsKey")) throw error;
        const earlier = await db
          .selectFrom("testRefunds")
          .select(["_id", "status"])
          .where("idempotencyKey", "=", idempotencyKey)
          .executeTakeFirstOrThrow();
        return { id: earlier._id, status: earlier.status };
      }
    },

    async refundsOf(intentId) {
      await endRefunds(await byId(intentId));
      const rows = await db
        .selectFrom("testRefunds")
        .selectAll()
        .where("intentId", "=", intentId)
        .orderBy("_id")
        .execute();
      return rows.map((row) => ({
        id: row._id,
        amountCents: row.amountCents,
        refundId: row.idempotencyKey.split(KEY_ENDS, 1)[0] ?? "",
        createdAt: row.createdAt,
        status: row.status,
        failureReason: row.status === "failed" ? "expired_or_canceled_card" : "",
      }));
    },

    // Test cards have no bank that could dispute a payment.
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
      const refundsAre = REFUNDS_ARE[card.number];
      if (refundsAre) await db.updateTable("testIntents").set({ refundsAre }).where("_id", "=", row._id).execute();
      return move(row, open, "succeeded");
    },

    async authenticate(clientSecret, isAuthenticated) {
      const row = await bySecret(clientSecret);
      return isAuthenticated
        ? move(row, ["requires_action"], "succeeded")
        : move(row, ["requires_action"], "requires_payment_method", AUTHENTICATION_FAILED);
    },
  };
}

/** Part of the key of a try. Each refusal gives the next try a new key. */
const KEY_ENDS = " again ";
const keyOf = (refundId: string, refusals = 0) => (refusals === 0 ? refundId : `${refundId}${KEY_ENDS}${refusals}`);

function refusalOf(card: TestCard, now: Date): string {
  const refusal = REFUSED[card.number];
  if (refusal) return refusal;
  const pays = card.number === ASKS_FOR_AUTHENTICATION || PAYS.has(card.number) || card.number in REFUNDS_ARE;
  if (!pays) return UNKNOWN_CARD;
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
