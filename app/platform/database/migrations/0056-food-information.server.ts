import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/** The labels that have an index of their own; a label's place in the list is its bit. */
const LABELS = 11;

/**
 * Food information of products: all of it in a table of its own, so that rows of products stay as narrow as lists want
 * them; labels and allergens as bits, and the origin, beside what lists are filtered by.
 */
export async function foodInformation(db: Kysely<any>): Promise<void> {
  await table(db, "productFood", { productId: "id", food: "text" }).execute();
  await sql`alter table "products" add column "foodLabels" integer not null default 0`.execute(db);
  await sql`alter table "products" add column "foodWithout" integer not null default 0`.execute(db);
  await sql`alter table "products" add column "foodOrigin" text not null default ''`.execute(db);
  // An index holds only the products that say something: the newest of a rare label are found without its neighbours.
  for (let bit = 0; bit < LABELS; bit += 1)
    await sql`create index ${sql.ref(`productsLabel${bit}`)} on "products" ("createdAt" desc, "_id" desc) where "isPublic" = 1 and ("foodLabels" & ${sql.lit(1 << bit)}) <> 0`.execute(
      db,
    );
  await sql`create index "productsWithout" on "products" ("createdAt" desc, "_id" desc) where "isPublic" = 1 and "foodWithout" <> 0`.execute(
    db,
  );
  await sql`create index "productsOrigin" on "products" ("foodOrigin", "createdAt" desc, "_id" desc) where "isPublic" = 1 and "foodOrigin" <> ''`.execute(
    db,
  );
}
