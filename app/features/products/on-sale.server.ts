import { sql, type RawBuilder } from "kysely";
import { MOST_COUNTED } from "~/features/pagination";

/** A column: the number of public products of a category or of a stall, `MOST_COUNTED + 1` for any more. */
export const productsOnSale = (column: "categoryId" | "merchantId", owner: string): RawBuilder<number> =>
  sql<number>`(select count(*) from (select 1 as "one" from "products" as "p" where ${sql.ref(`p.${column}`)} = ${sql.ref(owner)}
    and "p"."isPublic" = 1 limit ${sql.lit(MOST_COUNTED + 1)}) as "some")`;
