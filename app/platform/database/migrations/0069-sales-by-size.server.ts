import { sql, type Kysely } from "kysely";
import type { Dialect } from "../dialects/dialect";
import { table } from "./columns.server";

/**
 * The sums of sales go by size, called as orders called it. Sums of all time are divided by the lines of the orders; what
 * a product has sold in all stays. The sums of days are divided at the next start, which books them anew in their zone.
 */
export async function salesBySize(db: Kysely<any>, { name: dialect }: Pick<Dialect, "name">): Promise<void> {
  await sql`drop index "productSalesTop"`.execute(db);
  const size = { productId: "text", variantId: "text", sizeName: "text" } as const;
  const sums = { units: "bigint", amountCents: "bigint" } as const;

  await renamed(db, dialect, "productSales", "soldProducts");
  await table(db, "productSales", { merchantId: "text", ...size, ...sums })
    .addPrimaryKeyConstraint("productSalesKey", ["merchantId", "variantId"])
    .execute();
  await sql`create index "productSalesTop" on "productSales" ("merchantId", "units" desc, "variantId")`.execute(db);
  // Moments are of 24 characters, so that the last name of a size stands behind the greatest of them.
  await sql`insert into "productSales" ("merchantId", "productId", "variantId", "sizeName", "units", "amountCents")
    select "p"."merchantId", "l"."productId", "l"."variantId", substr(max("p"."paidAt" || "l"."sizeName"), 25),
      sum("l"."quantity" - "l"."refundedQuantity"), sum("l"."priceCents" * "l"."quantity" - "l"."refundedCents")
    from "orderLines" as "l" join "orderParts" as "p" on "p"."_id" = "l"."partId"
    where "p"."paidAt" is not null and "l"."variantId" <> "l"."productId"
    group by "p"."merchantId", "l"."productId", "l"."variantId"`.execute(db);
  await sql`insert into "productSales" ("merchantId", "productId", "variantId", "sizeName", "units", "amountCents")
    select "s"."merchantId", "s"."productId", "s"."productId",
      coalesce((select substr(max("p"."paidAt" || "l"."sizeName"), 25) from "orderLines" as "l"
        join "orderParts" as "p" on "p"."_id" = "l"."partId"
        where "l"."productId" = "s"."productId" and "l"."variantId" = "s"."productId" and "p"."paidAt" is not null), ''),
      "s"."units" - coalesce("sizes"."units", 0), "s"."amountCents" - coalesce("sizes"."cents", 0)
    from "soldProducts" as "s" left join (select "merchantId", "productId", sum("units") as "units", sum("amountCents") as "cents"
      from "productSales" group by "merchantId", "productId") as "sizes"
      on "sizes"."merchantId" = "s"."merchantId" and "sizes"."productId" = "s"."productId"`.execute(db);
  await db.schema.dropTable("soldProducts").execute();

  await renamed(db, dialect, "dayProductSales", "daysOfProducts");
  await table(db, "dayProductSales", { merchantId: "text", day: "text", ...size, ...sums })
    .addColumn("refundedUnits", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("refundedCents", "bigint", (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint("dayProductSalesKey", ["merchantId", "day", "variantId"])
    .execute();
  await sql`insert into "dayProductSales" ("merchantId", "day", "productId", "variantId", "sizeName", "units", "amountCents", "refundedUnits", "refundedCents")
    select "merchantId", "day", "productId", "productId", '', "units", "amountCents", "refundedUnits", "refundedCents"
    from "daysOfProducts"`.execute(db);
  await db.schema.dropTable("daysOfProducts").execute();
  await sql`update "bookingZones" set "bookedAt" = '' where exists (select 1 from "orderLines" where "sizeName" <> '')`.execute(
    db,
  );
}

/** Renames a table whose key changes: SQLite changes no key of a table that is there. */
async function renamed(db: Kysely<any>, dialect: Dialect["name"], name: string, old: string): Promise<void> {
  await db.schema.alterTable(name).renameTo(old).execute();
  if (dialect === "postgres")
    await sql`alter table ${sql.table(old)} rename constraint ${sql.ref(`${name}Key`)} to ${sql.ref(`${old}Key`)}`.execute(
      db,
    );
}
