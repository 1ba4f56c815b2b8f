import { requireAllergensSaid } from "~/features/food-information/food.server";
import { foodOf, isSame } from "~/features/food-information/food-json";
import { foodPayload, NO_FOOD, type Food, type FoodPayload } from "~/features/food-information/schema";
import { timestamp } from "~/platform/clock";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { Refusal, type RefusalItem } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { asItStands } from "./as-it-stands";
import type { Completed, Completion } from "./complete-schema";
import { saidAlready, unitNotUsed, unknownProduct, unknownSize } from "./errors.server";
import { listedById, type Listed } from "./listed.server";
import { isUnitOf } from "./net-content-schema";
import { planFor, savePlan, type PlannedRow } from "./plan-changes.server";
import { asWanted } from "./plan-sizes.server";
import { staysOnSale } from "./product-row.server";

/**
 * Fills in food information and net contents that a merchant's products lack, in one transaction. A change of a product
 * on sale waits for review. If one product is refused, all are, with each error at its product's field: another value
 * is there already (`said_already`), `allergen_in_ingredients`, `unit_not_used`, `unknown_size`, `unknown_product`.
 */
export async function completeMany(services: Services, merchantId: string, products: Completion): Promise<Completed> {
  const now = timestamp(services.clock);
  return inTransactionOnce(services, async (trx) => {
    const ids = products.map(({ product }) => product);
    const listedProducts = await listedById(trx, merchantId, ids, services.dialect);
    const [errors, rows]: [RefusalItem[], PlannedRow[]] = [[], []];
    for (const [index, entry] of products.entries()) {
      const listedProduct = listedProducts.get(entry.product);
      if (!listedProduct) throw unknownProduct();
      const { row, items } = filledIn(services, listedProduct, entry);
      errors.push(...items.map((item) => ({ ...item, field: `products.${index}.${item.field ?? "product"}` })));
      if (row) rows.push(row);
    }
    const [first, ...otherItems] = errors;
    if (first) throw new Refusal(422, [first, ...otherItems]);
    if (rows.length > 0)
      await savePlan(services, trx, merchantId, await planFor(services, merchantId, rows, now), now, "corrected");
    return {
      changed: rows.length,
      unchanged: products.length - rows.length,
      review: rows.filter(({ before, wanted }) => before && wanted && staysOnSale(before.row, wanted)).length,
    };
  });
}

/** One product with the filled-in values. There is no row if nothing changes. */
function filledIn(
  { config }: Services,
  before: Listed,
  { food: givenFood, contents }: Completion[number],
): { row?: PlannedRow; items: RefusalItem[] } {
  const items: RefusalItem[] = [];
  const foodBefore = before.waiting?.food ?? before.food;
  const food = givenFood ? mergedFood(foodBefore, givenFood, items) : undefined;
  const standing = before.sizes.map((size) => asWanted(size, before.waiting));
  for (const [index, { variant, content }] of contents.entries()) {
    const field = `contents.${index}.content`;
    const size = standing.find(({ _id }) => _id === variant);
    if (!size) items.push(...unknownSize(`contents.${index}.variant`).items);
    else if (!isUnitOf(content.unit, config.units)) items.push(...unitNotUsed(field).items);
    else if (size.content && JSON.stringify(size.content) !== JSON.stringify(content))
      items.push(...saidAlready(field).items);
    else size.content = content;
  }
  const isFilled = standing.some(
    ({ content }, index) => before.sizes[index] && content !== asWanted(before.sizes[index], before.waiting).content,
  );
  if (items.length > 0 || (!isFilled && (!food || isSame(foodOf(food), foodBefore)))) return { items };
  const planned = { ...asItStands(before), ...(food && { food }), ...(isFilled && { variants: standing }) };
  return { row: { outcome: "changed", wanted: planned, before }, items };
}

/** The food information merged with a payload's. Empty fields of the payload are ignored. Adds errors to `items`. */
function mergedFood(before: Food, givenFood: FoodPayload, items: RefusalItem[]): FoodPayload | undefined {
  const typedFood = foodOf(givenFood);
  const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const filled = (Object.keys(NO_FOOD) as (keyof Food)[]).filter((field) => !isEqual(typedFood[field], NO_FOOD[field]));
  for (const field of filled)
    if (!isEqual(before[field], NO_FOOD[field]) && !isEqual(before[field], typedFood[field]))
      items.push(...saidAlready(`food.${field}`).items);
  if (items.length > 0) return undefined;
  const merged = { ...before, ...Object.fromEntries(filled.map((field) => [field, typedFood[field]])) };
  const { data, error } = foodPayload.safeParse({ ...merged, allergensConfirmed: givenFood.allergensConfirmed });
  for (const { path, message } of error?.issues ?? [])
    items.push({ code: "invalid", field: ["food", ...path].join("."), message });
  if (!data) return undefined;
  try {
    requireAllergensSaid(foodOf(data), before, givenFood.allergensConfirmed);
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    items.push(...failure.items);
  }
  return data;
}
