import { sql } from "kysely";

/**
 * The moment of the last change of a product, its stock included, for a row named `p`. The indexes "productsChanged"
 * and "productsAllChanged" are over this expression, so it must stay as it is.
 */
export const CHANGED_AT = sql<string>`case when "p"."stockAt" > "p"."updatedAt" then "p"."stockAt" else "p"."updatedAt" end`;
