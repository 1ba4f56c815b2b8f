import type { Db, Trx } from "~/platform/database/database.server";

/** How a merchant is told of stock that runs low. */
export interface StockSettings {
  /** With this many pieces or fewer a product runs low, unless it has a mark of its own. */
  lowStockAt: number;
  /** Whether the merchant gets a mail in the morning. */
  mail: boolean;
}

export async function stockSettingsOf(db: Db, merchantId: string): Promise<StockSettings> {
  const { lowStockAt, stockMail } = await db
    .selectFrom("stores")
    .select(["lowStockAt", "stockMail"])
    .where("userId", "=", merchantId)
    .executeTakeFirstOrThrow();
  return { lowStockAt, mail: stockMail === 1 };
}

export async function setStockSettings(db: Db, merchantId: string, { lowStockAt, mail }: StockSettings): Promise<void> {
  await db
    .updateTable("stores")
    .set({ lowStockAt, stockMail: mail ? 1 : 0 })
    .where("userId", "=", merchantId)
    .execute();
}

/** Merchants of open stalls who want the mail and have not had it on that day, by id, after `behind`. */
export function merchantsToWriteTo(db: Db, day: string, behind: string, limit: number) {
  return db
    .selectFrom("stores as s")
    .innerJoin("users as u", "u._id", "s.userId")
    .select(["u._id", "u.email", "u.firstName"])
    .where("s.userId", ">", behind)
    .where("s.status", "=", "active")
    .where("s.stockMail", "=", 1)
    .where("u.email", "is not", null)
    .where((eb) => eb.or([eb("s.stockMailedOn", "is", null), eb("s.stockMailedOn", "<", day)]))
    .orderBy("s.userId")
    .limit(limit)
    .execute();
}

/** Records that these merchants get a mail on that day. Returns those for whom no other process has recorded it. */
export async function noteWrittenTo(trx: Trx, merchantIds: string[], day: string): Promise<Set<string>> {
  if (merchantIds.length === 0) return new Set();
  const insertion = await trx
    .updateTable("stores")
    .set({ stockMailedOn: day })
    .where("userId", "in", merchantIds)
    .where((eb) => eb.or([eb("stockMailedOn", "is", null), eb("stockMailedOn", "<", day)]))
    .returning("userId")
    .execute();
  return new Set(insertion.map(({ userId }) => userId));
}
