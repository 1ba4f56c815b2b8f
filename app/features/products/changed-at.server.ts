import { sql } from "kysely";

/**
 * The moment of a product's last change, its stock included, of a row named `p`. The indexes "productsChanged" and
 * "productsAllChanged" are over these words, so that they must stay as they are.
 */
export const CHANGED_AT = sql<string>`case when "p"."stockAt" > "p"."updatedAt" then "p"."stockAt" else "p"."updatedAt" end`;
