/*
 * Words of a food's label: names in the code, and what people read. Sources: EU 1169/2011, annex II (14 allergens) and
 * article 9 (what a label says); US FALCPA and FASTER Act (9 allergens).
 */

/** Each allergen's name, and whether the EU's and the US's lists have it. Its position is its bit: never reorder. */
export const ALLERGENS = {
  gluten: { name: "gluten", lists: ["eu"] },
  crustaceans: { name: "crustaceans", lists: ["eu", "us"] },
  eggs: { name: "eggs", lists: ["eu", "us"] },
  fish: { name: "fish", lists: ["eu", "us"] },
  peanuts: { name: "peanuts", lists: ["eu", "us"] },
  soya: { name: "soya", lists: ["eu", "us"] },
  milk: { name: "milk", lists: ["eu", "us"] },
  nuts: { name: "nuts", lists: ["eu", "us"] },
  celery: { name: "celery", lists: ["eu"] },
  mustard: { name: "mustard", lists: ["eu"] },
  sesame: { name: "sesame", lists: ["eu", "us"] },
  sulphites: { name: "sulphites", lists: ["eu"] },
  lupin: { name: "lupin", lists: ["eu"] },
  molluscs: { name: "molluscs", lists: ["eu"] },
  wheat: { name: "wheat", lists: ["us"] },
} as const satisfies Record<string, { name: string; lists: readonly ("eu" | "us")[] }>;
export type Allergen = keyof typeof ALLERGENS;
export const ALLERGEN_KEYS = Object.keys(ALLERGENS) as Allergen[];

/** The allergens that a market's law asks about: 14 with metric units, 9 with US units. */
export function allergensOf(units: "metric" | "us"): Allergen[] {
  const list = units === "us" ? "us" : "eu";
  return ALLERGEN_KEYS.filter((allergen) => (ALLERGENS[allergen].lists as readonly string[]).includes(list));
}

/** A label's position is its bit: never reorder. `diet` is schema.org's name for it. */
export const LABELS = {
  organic: { name: "Organic" },
  vegan: { name: "Vegan", diet: "VeganDiet" },
  vegetarian: { name: "Vegetarian", diet: "VegetarianDiet" },
  "gluten-free": { name: "Gluten-free", diet: "GlutenFreeDiet" },
  "lactose-free": { name: "Lactose-free", diet: "LowLactoseDiet" },
  halal: { name: "Halal", diet: "HalalDiet" },
  kosher: { name: "Kosher", diet: "KosherDiet" },
  "raw-milk": { name: "Raw milk" },
  frozen: { name: "Frozen" },
  "no-added-sugar": { name: "No added sugar" },
  "fair-trade": { name: "Fair trade" },
} as const satisfies Record<string, { name: string; diet?: string }>;
export type Label = keyof typeof LABELS;
export const LABEL_KEYS = Object.keys(LABELS) as Label[];

/** The nutrients on a label, in its order, in grams. `within` is the nutrient that includes it. */
export const NUTRIENTS = {
  fat: { name: "Fat" },
  saturates: { name: "of which saturates", within: "fat" },
  carbohydrate: { name: "Carbohydrate" },
  sugars: { name: "of which sugars", within: "carbohydrate" },
  fibre: { name: "Fibre" },
  protein: { name: "Protein" },
  salt: { name: "Salt" },
} as const satisfies Record<string, { name: string; within?: string }>;
export type Nutrient = keyof typeof NUTRIENTS;
export const NUTRIENT_KEYS = Object.keys(NUTRIENTS) as Nutrient[];

const regions = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

/** A country's English name by its ISO 3166-1 code, including the EU. Undefined for any other code. */
export function countryName(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code) || ["ZZ", "QO", "XA", "XB", "UN", "EZ"].includes(code)) return undefined;
  // A country that no longer exists is canonicalised to the code of its successor.
  return new Intl.Locale(`und-${code}`).region === code ? regions.of(code) : undefined;
}

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
let options: { value: string; label: string }[] | undefined;

/** Every country with its code, by name. */
export function countryOptions(): { value: string; label: string }[] {
  options ??= LETTERS.flatMap((a) => LETTERS.map((b) => a + b))
    .flatMap((value) => {
      const label = countryName(value);
      return label === undefined ? [] : [{ value, label }];
    })
    .toSorted((a, b) => a.label.localeCompare(b.label, "en"));
  return options;
}
