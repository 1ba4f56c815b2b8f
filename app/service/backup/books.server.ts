import { sql, type RawBuilder } from "kysely";
import type { Db } from "~/platform/database/database.server";

interface Rule {
  /** The sentence for a row that breaks the rule. */
  broken: string;
  /** Finds the ids of rows that break the rule. */
  query: RawBuilder<{ id: string }>;
}

/** Rules that hold for money and goods at every moment, because each change is one transaction. */
const RULES: Rule[] = [
  {
    broken: "the balance of a merchant is not what the entries of the ledger add up to",
    query: sql`select "merchantId" as "id" from (
        select "merchantId", "kind", "amountCents" from "ledger"
        union all select "merchantId", "kind", -"amountCents" from "ledgerTotals") as "both"
      group by "merchantId", "kind" having sum("amountCents") <> 0`,
  },
  {
    broken: "an order is not the sum of its parts and the prices of their ways",
    query: sql`select "o"."_id" as "id" from "orders" as "o" left join "orderParts" as "p" on "p"."orderId" = "o"."_id"
      group by "o"."_id", "o"."amountCents" having "o"."amountCents" <> coalesce(sum("p"."amountCents" + "p"."deliveryFeeCents"), 0)`,
  },
  {
    broken: "a part of an order is not the sum of its lines",
    query: sql`select "p"."_id" as "id" from "orderParts" as "p" left join "orderLines" as "l" on "l"."partId" = "p"."_id"
      group by "p"."_id", "p"."amountCents"
      having "p"."amountCents" <> coalesce(sum("l"."priceCents" * "l"."quantity"), 0)`,
  },
  {
    broken: "a paid part is not in the ledger with its amount",
    query: sql`select "p"."_id" as "id" from "orderParts" as "p"
      left join "ledger" as "e" on "e"."uniqueKey" = 'sale ' || "p"."_id"
      left join "collectionPayments" as "c" on "c"."partId" = "p"."_id"
      where "p"."paidAt" is not null and "p"."isUnpaid" = 0
        and ("e"."_id" is null or "e"."amountCents" <> coalesce("c"."paidCents" - "p"."deliveryFeeCents", "p"."amountCents"))`,
  },
  {
    broken: "the price of a way is not in the ledger as it was paid, or as it went back",
    query: sql`select "p"."_id" as "id" from "orderParts" as "p"
      left join "ledger" as "e" on "e"."partId" = "p"."_id" and "e"."kind" = 'delivery'
      where "p"."paidAt" is not null and "p"."isUnpaid" = 0
      group by "p"."_id", "p"."deliveryFeeCents", "p"."deliveryFeeRefundId"
      having coalesce(sum("e"."amountCents"), 0) <>
        case when "p"."deliveryFeeRefundId" is null then "p"."deliveryFeeCents" else 0 end`,
  },
  {
    broken: "the ledger has a sale that nobody has paid",
    query: sql`select "e"."_id" as "id" from "ledger" as "e" left join "orderParts" as "p" on "p"."_id" = "e"."partId"
      where "e"."kind" = 'sale' and ("p"."_id" is null or "p"."paidAt" is null or "p"."isUnpaid" = 1)`,
  },
  {
    broken: "what a merchant was paid at collection is not what the ledger has of it",
    query: sql`select "c"."partId" as "id" from "collectionPayments" as "c" join "ledger" as "e" on "e"."partId" = "c"."partId"
      where "e"."kind" in ('sale', 'delivery', 'refund', 'cash') group by "c"."partId" having sum("e"."amountCents") <> 0`,
  },
  {
    broken: "an order and its parts do not agree on whether it was paid",
    query: sql`select "o"."_id" as "id" from "orders" as "o" join "orderParts" as "p" on "p"."orderId" = "o"."_id"
      where ("o"."status" = 'paid' and ("o"."paidAt" is null or "p"."paidAt" is null))
        or ("o"."status" <> 'paid' and "p"."paidAt" is not null)`,
  },
  {
    broken: "what a merchant has sold by product and by day does not agree",
    query: sql`select "merchantId" as "id" from (
        select "merchantId", "amountCents" from "productSales"
        union all select "merchantId", "refundedCents" - "amountCents" from "dayProductSales") as "both"
      group by "merchantId" having sum("amountCents") <> 0`,
  },
  {
    broken: "what a merchant has sold and given back by day is not what the ledger has of sales, refunds and disputes",
    query: sql`select "merchantId" as "id" from (
        select "merchantId", "amountCents" from "ledger" where "kind" in ('sale', 'refund', 'dispute')
        union all select "merchantId", "refundedCents" - "amountCents" from "daySales") as "both"
      group by "merchantId" having sum("amountCents") <> 0`,
  },
  {
    broken: "the prices of ways by day are not what the ledger has of them",
    query: sql`select "merchantId" as "id" from (
        select "merchantId", "amountCents" from "ledger" where "kind" = 'delivery'
        union all select "merchantId", "deliveryFeeRefundedCents" - "deliveryFeeCents" from "daySales") as "both"
      group by "merchantId" having sum("amountCents") <> 0`,
  },
  {
    broken: "there are fewer than none of a size",
    query: sql`select "_id" as "id" from "variants" where "quantity" < 0`,
  },
  {
    broken: "the stock of a product is not that of its sizes",
    query: sql`select "p"."_id" as "id" from "products" as "p" left join "variants" as "v"
        on "v"."productId" = "p"."_id" and "v"."deletedAt" is null and "v"."isPending" = 0
      where "p"."deletedAt" is null group by "p"."_id", "p"."quantity" having "p"."quantity" <> coalesce(sum("v"."quantity"), 0)`,
  },
];

const NAMED = 5;

/** Errors in the books, each a sentence with the first ids concerned. Empty if the books agree. */
export async function wrongInBooks(db: Db): Promise<string[]> {
  const results = await Promise.all(
    RULES.map(async ({ broken, query }) => {
      const { rows } = await sql<{ id: string }>`${query} limit ${sql.lit(NAMED)}`.execute(db);
      return rows.length > 0 ? [`${broken} (${rows.map((row) => row.id).join(", ")})`] : [];
    }),
  );
  return results.flat();
}
