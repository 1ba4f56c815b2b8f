import type { Insertable } from "kysely";
import type { Db, Trx } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import type { ProductImportRow } from "~/platform/database/tables";

/** How many files are kept for a merchant. */
export const KEPT = 5;

/** Keeps a file for its merchant, and deletes all but the merchant's newest few. */
export async function keepFile(trx: Trx, file: Insertable<ProductImportRow>): Promise<void> {
  await trx.insertInto("productImports").values(file).execute();
  const old = await trx
    .selectFrom("productImports")
    .select("_id")
    .where("merchantId", "=", file.merchantId)
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .limit(100)
    .offset(KEPT)
    .execute();
  if (old.length > 0)
    await trx
      .deleteFrom("productImports")
      .where(
        "_id",
        "in",
        old.map((row) => row._id),
      )
      .execute();
}

export function keptFile(db: Db, merchantId: string, importId: string, dialect?: Dialect) {
  const query = db
    .selectFrom("productImports")
    .selectAll()
    .where("_id", "=", importId)
    .where("merchantId", "=", merchantId);
  return (dialect?.forUpdate ? query.forUpdate() : query).executeTakeFirst();
}
