import { sql } from "kysely";
import type { Db } from "~/platform/database/database.server";
import type { LedgerRow } from "~/platform/database/tables";

/* Reads a merchant's account: its sums by stretches of time, and its entries. All sums are cents. */

/** When the first entry was written; null while there is none. */
export async function accountBegan(db: Db, merchantId: string): Promise<string | null> {
  const first = await db
    .selectFrom("ledger")
    .select("createdAt")
    .where("merchantId", "=", merchantId)
    .orderBy("createdAt")
    .orderBy("_id")
    .limit(1)
    .executeTakeFirst();
  return first?.createdAt ?? null;
}

/** The sum of entries of one kind in one period. Period 0 is everything before the first. */
export interface StretchSum {
  period: number;
  kind: LedgerRow["kind"];
  cents: number;
  /** The VAT included in it. */
  vatCents: number;
  entries: number;
}

/**
 * The sums of an account by kind, in stretches that begin at the given instants. The last instant is the end of all.
 * One statement, answered from one index alone.
 */
export async function sumsByStretch(db: Db, merchantId: string, begins: string[]): Promise<StretchSum[]> {
  const end = begins.at(-1) ?? "";
  const cases = begins
    .slice(0, -1)
    .map((begin, place) => sql`when "createdAt" < ${begin} then cast(${place} as integer)`);
  const period = sql<number>`case ${sql.join(cases, sql` `)} else cast(${begins.length - 1} as integer) end`;
  const dated = db
    .selectFrom("ledger")
    .select(["kind", "amountCents", "vatCents", period.as("period")])
    .where("merchantId", "=", merchantId)
    .where("createdAt", "<", end);
  const rows = await db
    .selectFrom(dated.as("dated"))
    .select((eb) => [
      "period",
      "kind",
      eb.fn.sum<number>("amountCents").as("cents"),
      eb.fn.sum<number>("vatCents").as("vatCents"),
      eb.fn.countAll<number>().as("entries"),
    ])
    .groupBy(["period", "kind"])
    .execute();
  return rows.map((row) => ({
    period: Number(row.period),
    kind: row.kind,
    cents: Number(row.cents),
    vatCents: Number(row.vatCents),
    entries: Number(row.entries),
  }));
}

const KINDS = ["sale", "delivery", "refund", "dispute", "fee", "payout", "cash"] as const satisfies LedgerRow["kind"][];

/**
 * The sums of an account by kind, of the entries from one instant to before another. One statement, from one index
 * alone.
 */
export async function sumsBetween(
  db: Db,
  merchantId: string,
  from: string,
  until: string,
): Promise<Record<LedgerRow["kind"], number>> {
  const row = await db
    .selectFrom("ledger")
    .where("merchantId", "=", merchantId)
    .where("createdAt", ">=", from)
    .where("createdAt", "<", until)
    .select(KINDS.map((kind) => sql<number | null>`sum(case when "kind" = ${kind} then "amountCents" end)`.as(kind)))
    .executeTakeFirst();
  const cents = (kind: LedgerRow["kind"]) => row?.[kind] ?? 0;
  return {
    sale: cents("sale"),
    delivery: cents("delivery"),
    refund: cents("refund"),
    dispute: cents("dispute"),
    fee: cents("fee"),
    payout: cents("payout"),
    cash: cents("cash"),
  };
}

export type AccountEntry = Pick<LedgerRow, "_id" | "createdAt" | "kind" | "amountCents" | "vatCents" | "note"> & {
  itemId: number | null;
};

/** The next entries from `from` to before `until`, oldest first, behind the last one that was read. */
export function entriesBehind(
  db: Db,
  merchantId: string,
  { from, until }: { from: string; until: string },
  last: Pick<AccountEntry, "createdAt" | "_id"> | null,
  limit: number,
): Promise<AccountEntry[]> {
  let query = db
    .selectFrom("ledger as l")
    .leftJoin("orders as o", "o._id", "l.orderId")
    .select(["l._id", "l.createdAt", "l.kind", "l.amountCents", "l.vatCents", "l.note", "o.itemId"])
    .where("l.merchantId", "=", merchantId)
    .where("l.createdAt", ">=", last?.createdAt ?? from)
    .where("l.createdAt", "<", until)
    .orderBy("l.createdAt")
    .orderBy("l._id")
    .limit(limit);
  if (last)
    query = query.where((eb) =>
      eb.or([
        eb("l.createdAt", ">", last.createdAt),
        eb.and([eb("l.createdAt", "=", last.createdAt), eb("l._id", ">", last._id)]),
      ]),
    );
  return query.execute();
}
