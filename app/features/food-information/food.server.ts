import type { Db, Trx } from "~/platform/database/database.server";
import { allergensInIngredients } from "./errors.server";
import { emphasisedAllergens } from "./emphasis";
import { foodIn, isSaid, isSame, jsonOf, saysAllergens } from "./food-json";
import type { Food } from "./schema";

/** The food information of a product; empty values if it has none. Runs one statement. */
export async function foodOfProduct(db: Db, productId: string): Promise<Food> {
  const row = await db.selectFrom("productFood").select("food").where("productId", "=", productId).executeTakeFirst();
  return foodIn(row?.food);
}

/** The food information of products, by id. Products without any are absent. Runs one statement. */
export async function foodOfProducts(db: Db, productIds: string[]): Promise<Map<string, Food>> {
  if (productIds.length === 0) return new Map();
  const rows = await db.selectFrom("productFood").selectAll().where("productId", "in", productIds).execute();
  return new Map(rows.map((row) => [row.productId, foodIn(row.food)]));
}

/** Writes food information of some hundred products at most. The caller writes the filter columns in `products`. */
export async function writeFood(trx: Trx, rows: { productId: string; food: Food }[]): Promise<void> {
  const ids = rows.map(({ productId }) => productId);
  if (ids.length === 0) return;
  await trx.deleteFrom("productFood").where("productId", "in", ids).execute();
  const statements = rows.filter(({ food }) => isSaid(food));
  if (statements.length > 0)
    await trx
      .insertInto("productFood")
      .values(statements.map(({ productId, food }) => ({ productId, food: jsonOf(food) })))
      .execute();
}

/**
 * Asks once for confirmation if the ingredients emphasise an allergen that the product is said to be free of. Refuses
 * `allergen_in_ingredients` unless it is confirmed, or nothing has changed since `before`.
 */
export function requireAllergensSaid(food: Food, before: Food, isConfirmed: boolean): void {
  if (isConfirmed || isSame(food, before) || !saysAllergens(food)) return;
  const contradiction = emphasisedAllergens(food.ingredients).find(({ allergens }) =>
    allergens.every((allergen) => food.allergens[allergen] === undefined),
  );
  if (contradiction) throw allergensInIngredients(contradiction.text);
}
