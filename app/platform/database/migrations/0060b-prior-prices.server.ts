import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/**
 * The prices at which sizes were sold, and the one that a discount is compared with. What is on sale has been sold at
 * the price that it has, and a discount that there is began at the list price.
 */
export async function priorPrices(db: Kysely<any>): Promise<void> {
  await table(db, "pastPrices", { variantId: "text", priceCents: "integer", endedAt: "text" })
    .addPrimaryKeyConstraint("pastPricesKey", ["variantId", "endedAt", "priceCents"])
    .execute();
  await sql`create index "pastPricesEnded" on "pastPrices" ("endedAt")`.execute(db);
  await sql`alter table "variants" add column "soldCents" integer`.execute(db);
  for (const name of ["variants", "products"]) {
    await sql`alter table ${sql.ref(name)} add column "priorCents" integer`.execute(db);
    await sql`update ${sql.ref(name)} set "priorCents" = "amountCents" where "priceCents" < "amountCents"`.execute(db);
  }
  await sql`update "variants" set "soldCents" = "priceCents" where "isPending" = 0
    and "productId" in (select "_id" from "products" where "availType" = 'published')`.execute(db);
}
