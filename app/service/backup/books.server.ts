import { sql, type RawBuilder } from "kysely";
import type { Db } from "~/platform/database/database.server";

interface Rule {
  /** What is broken where the query finds anything. */
  broken: string;
  /** Finds the ids of what breaks the rule. */
  query: RawBuilder<{ id: string }>;
}

/** What must be true of money and goods at every moment, for each is written in one transaction. */
const RULES: Rule[] = [
  {
    broken: "the balance of a merchant is not what the entries of the ledger add up to",
    query: sql`select "merchantId" as "id" from (
        select "merchantId", "kind", "amountCents" from "ledger"
        union all select "merchantId", "kind", -"amountCents" from "ledgerTotals") as "both"
      group by "merchantId", "kind" having sum("amountCents") <> 0`,
  },
  {
    broken: "an order is not the sum of its parts",
    query: sql`select "o"."_id" as "id" from "orders" as "o" left join "orderParts" as "p" on "p"."orderId" = "o"."_id"
      group by "o"."_id", "o"."amountCents" having "o"."amountCents" <> coalesce(sum("p"."amountCents"), 0)`,
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
      where "p"."paidAt" is not null and ("e"."_id" is null or "e"."amountCents" <> "p"."amountCents")`,
  },
  {
    broken: "the ledger has a sale that nobody has paid",
    query: sql`select "e"."_id" as "id" from "ledger" as "e" left join "orderParts" as "p" on "p"."_id" = "e"."partId"
      where "e"."kind" = 'sale' and ("p"."_id" is null or "p"."paidAt" is null)`,
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
        union all select "merchantId", -"amountCents" from "dayProductSales") as "both"
      group by "merchantId" having sum("amountCents") <> 0`,
  },
  {
    broken: "there are fewer than none of a product",
    query: sql`select "_id" as "id" from "products" where "quantity" < 0`,
  },
];

const NAMED = 5;

/** What is wrong in the books, a sentence each with the first ids that it is about; none when they agree. */
export async function wrongInBooks(db: Db): Promise<string[]> {
  const found = await Promise.all(
    RULES.map(async ({ broken, query }) => {
      const { rows } = await sql<{ id: string }>`${query} limit ${sql.lit(NAMED)}`.execute(db);
      return rows.length > 0 ? [`${broken} (${rows.map((row) => row.id).join(", ")})`] : [];
    }),
  );
  return found.flat();
}
