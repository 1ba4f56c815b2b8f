import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/** Statements of a stored food, each with its bit in `foodSaid`. */
const SAID: [bit: number, fields: string[]][] = [
  [1, ["ingredients"]],
  [4, ["nutrition"]],
  [16, ["scientificName", "catchArea", "catchMethod"]],
  [32, ["harvestCountries"]],
];
const ALLERGENS = 2;
const ORIGIN = 8;

/**
 * The kind of food and the particulars that each category demands, and beside each product the statements that it
 * makes, so that a stall's list of what is to be completed reads no food information. A change that waits for review
 * has its own; it stays unknown for changes from before, which are listed until they are saved again.
 */
export async function categoryDemands(db: Kysely<any>): Promise<void> {
  await table(db, "categoryDemands", { categoryId: "id", kind: "text", demands: "integer" }).execute();
  await sql`alter table "products" add column "foodSaid" integer not null default 0`.execute(db);
  await sql`alter table "productRevisions" add column "foodSaid" integer`.execute(db);
  await sql`create index "productsToComplete" on "products" ("merchantId", "createdAt" desc, "_id" desc, "categoryId", "foodSaid") where "availType" = 'published' and "deletedAt" is null`.execute(
    db,
  );
  let last = "";
  for (;;) {
    const rows: { productId: string; food: string }[] = await db
      .selectFrom("productFood")
      .select(["productId", "food"])
      .where("productId", ">", last)
      .orderBy("productId")
      .limit(500)
      .execute();
    for (const { productId, food } of rows) {
      const said = JSON.parse(food) as Record<string, unknown>;
      let bits = SAID.reduce((sum, [bit, fields]) => (fields.every((field) => field in said) ? sum | bit : sum), 0);
      if ("allergens" in said || "noAllergens" in said) bits |= ALLERGENS;
      if ("originCountry" in said || "originWords" in said) bits |= ORIGIN;
      await db.updateTable("products").set({ foodSaid: bits }).where("_id", "=", productId).execute();
    }
    const end = rows.at(-1);
    if (!end) return;
    last = end.productId;
  }
}
