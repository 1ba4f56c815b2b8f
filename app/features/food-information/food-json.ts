import { ALLERGEN_KEYS, LABEL_KEYS, type Allergen, type Label } from "./words";
import { food, NO_FOOD, type Food, type FoodPayload } from "./schema";

/* Food information as its payload, its columns and its JSON. */

const storedFood = food.partial();

/** Food information from its column. A product without any gets empty values. */
export function foodIn(json: string | null | undefined): Food {
  return json ? { ...NO_FOOD, ...storedFood.parse(JSON.parse(json)) } : NO_FOOD;
}

/** Food information as it is stored: without empty fields, and in one order, so that equal ones are equal texts. */
export function jsonOf(value: Food): string {
  const fields = Object.keys(NO_FOOD) as (keyof Food)[];
  const statements = fields.filter((field) => JSON.stringify(value[field]) !== JSON.stringify(NO_FOOD[field]));
  return JSON.stringify(Object.fromEntries(statements.map((field) => [field, value[field]])));
}

/** The food of a payload as it is stored: allergens in the order of their list, and without the confirmation. */
export function foodOf({ allergensConfirmed: _confirmed, allergens, ...rest }: FoodPayload): Food {
  const sortedAllergens = ALLERGEN_KEYS.flatMap((allergen) => {
    const presence = allergens[allergen];
    return presence ? [[allergen, presence] as const] : [];
  });
  return foodIn(jsonOf({ ...NO_FOOD, ...rest, allergens: Object.fromEntries(sortedAllergens) }));
}

export const isSaid = (value: Food) => jsonOf(value) !== "{}";
export const isSame = (a: Food, b: Food) => jsonOf(a) === jsonOf(b);

/** Whether anything is said about allergens. If so, the food is free of every allergen that is not named. */
export const saysAllergens = ({ allergens, noAllergens }: Pick<Food, "allergens" | "noAllergens">) =>
  noAllergens || Object.keys(allergens).length > 0;

/** The allergens that the food is said to be free of. */
export const allergensWithout = (value: Pick<Food, "allergens" | "noAllergens">): Allergen[] =>
  saysAllergens(value) ? ALLERGEN_KEYS.filter((allergen) => value.allergens[allergen] === undefined) : [];

const bitsOf = <Key>(keys: readonly Key[], set: readonly Key[]) =>
  set.reduce((bits, key) => bits | (1 << keys.indexOf(key)), 0);
export const labelBits = (labels: readonly Label[]) => bitsOf(LABEL_KEYS, labels);
export const allergenBits = (allergens: readonly Allergen[]) => bitsOf(ALLERGEN_KEYS, allergens);
