import { sql, type RawBuilder } from "kysely";
import { MOST_COUNTED } from "~/features/pagination";

/** SQL of a column: the number of public products of a category or a stall, at most `MOST_COUNTED + 1`. */
export const productsOnSale = (column: "categoryId" | "merchantId", owner: string): RawBuilder<number> =>
  sql<number>`(select count(*) from (select 1 as "one" from "products" as "p" where ${sql.ref(`p.${column}`)} = ${sql.ref(owner)}
    and "p"."isPublic" = 1 limit ${sql.lit(MOST_COUNTED + 1)}) as "some")`;
