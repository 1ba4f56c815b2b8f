import { sql } from "kysely";
import { toDollars } from "~/features/fields";
import { failureInWords } from "~/features/orders/refund-status";
import { refund, refundJobKey } from "~/features/refunds/refund-order.server";
import type { Db } from "~/platform/database/database.server";
import type { Recall } from "./schema";

const MOST_FAILED = 100;
const KEY = refundJobKey("");

/** The refund jobs of a recall that failed for good. There are few of them, so the query starts with them. */
function deadRefunds(db: Db, recallId: string) {
  return db
    .selectFrom("jobs as j")
    .crossJoin("recallOrders as r")
    .where("j.diedAt", "is not", null)
    .where("j.kind", "=", refund.kind)
    .where(sql<boolean>`${sql.ref("r.refundId")} = substr(${sql.ref("j.uniqueKey")}, ${sql.lit(KEY.length + 1)})`)
    .where("r.recallId", "=", recallId);
}

/** The keys of these jobs, at most MOST_FAILED. */
export async function failedRefundJobs(db: Db, recallId: string): Promise<string[]> {
  const rows = await deadRefunds(db, recallId).select("j.uniqueKey").orderBy("j._id").limit(MOST_FAILED).execute();
  return rows.flatMap((row) => row.uniqueKey ?? []);
}

/** The refunds of a recall that the provider had accepted and that came back later. */
function returnedRefunds(db: Db, recallId: string) {
  return db
    .selectFrom("recallOrders as r")
    .innerJoin("refunds as f", "f._id", "r.refundId")
    .where("r.recallId", "=", recallId)
    .where("f.failedAt", "is not", null);
}

/** The refunds of a recall that came back, at most MOST_FAILED. */
export async function failedRefunds(db: Db, recallId: string): Promise<{ orderId: string; refundId: string }[]> {
  return returnedRefunds(db, recallId)
    .select(["r.orderId", "f._id as refundId"])
    .orderBy("r.orderId")
    .limit(MOST_FAILED)
    .execute();
}

/**
 * The failures of a recall: refunds that the provider refused, with its last answer; refunds that came back from it;
 * and orders with a problem on our side. Each kind begins with its oldest order.
 */
export async function failuresOf(db: Db, recallId: string): Promise<Recall["failed"]> {
  const dead = await deadRefunds(db, recallId)
    .innerJoin("orders as o", "o._id", "r.orderId")
    .select(["o._id", "o.itemId", "r.amountCents", "j.lastError as reason"])
    .orderBy("o.itemId")
    .limit(MOST_FAILED)
    .execute();
  const refunds = await returnedRefunds(db, recallId)
    .innerJoin("orders as o", "o._id", "r.orderId")
    .select(["o._id", "o.itemId", "f.amountCents", "f.failureReason"])
    .orderBy("o.itemId")
    .limit(MOST_FAILED)
    .execute();
  const broken = await db
    .selectFrom("recallOrders as r")
    .innerJoin("orders as o", "o._id", "r.orderId")
    .select(["o._id", "o.itemId", "r.amountCents", "r.problem as reason"])
    .where("r.recallId", "=", recallId)
    .where("r.problem", "<>", "")
    .orderBy("o.itemId")
    .limit(MOST_FAILED)
    .execute();
  const back = refunds.map(({ failureReason, ...order }) => ({
    ...order,
    reason: `It came back from the provider: ${failureInWords(failureReason)}.`,
  }));
  return [...dead, ...back, ...broken]
    .map(({ _id, itemId, amountCents, reason }) => ({
      order: { _id, itemId },
      amount: toDollars(amountCents),
      reason: reason || "It never came to an end.",
    }))
    .slice(0, MOST_FAILED);
}

/** How many orders and refunds of a recall are done, in one statement. */
export async function progressOf(db: Db, recallId: string) {
  const row = await db
    .selectFrom("recallOrders as r")
    .leftJoin("refunds as f", "f._id", "r.refundId")
    .select((eb) => [
      eb.fn.countAll<number>().as("orders"),
      eb.fn.count<number>("r.refundId").as("refunds"),
      sql<number>`coalesce(sum(${sql.ref("r.amountCents")}), 0)`.as("amountCents"),
      eb.fn.count<number>("f.doneAt").as("done"),
      sql<number>`coalesce(sum(case when ${sql.ref("f.doneAt")} is not null then ${sql.ref("f.amountCents")} else 0 end), 0)`.as(
        "doneCents",
      ),
    ])
    .where("r.recallId", "=", recallId)
    .executeTakeFirstOrThrow();
  return {
    orders: Number(row.orders),
    refunds: Number(row.refunds),
    amount: toDollars(Number(row.amountCents)),
    done: Number(row.done),
    doneAmount: toDollars(Number(row.doneCents)),
  };
}

/** The error with which a job failed for good. Null if it did not. */
export async function deadLetterOf(db: Db, kind: string, uniqueKey: string): Promise<string | null> {
  const row = await db
    .selectFrom("jobs")
    .select("lastError")
    .where("diedAt", "is not", null)
    .where("kind", "=", kind)
    .where("uniqueKey", "=", uniqueKey)
    .executeTakeFirst();
  return row?.lastError ?? null;
}
