import type { Food, Presence } from "~/features/food-information/schema";
import { FIGURES, foodFieldsOf, type Figure } from "~/features/food-information/typed-food";
import {
  ALLERGEN_KEYS,
  ALLERGENS,
  LABEL_KEYS,
  LABELS,
  NUTRIENT_KEYS,
  NUTRIENTS,
} from "~/features/food-information/words";

/* Food information as cells of a spreadsheet: a column for each field. */

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const nutrientColumns = Object.fromEntries(
  NUTRIENT_KEYS.map((nutrient) => [nutrient, capital(NUTRIENTS[nutrient].name.replace("of which ", ""))]),
) as Record<(typeof NUTRIENT_KEYS)[number], string>;

export const FOOD_COLUMNS = {
  ingredients: "Ingredients",
  contains: "Contains",
  mayContain: "May contain",
  noAllergens: "None of the allergens",
  labels: "Labels",
  organicCode: "Organic certifier",
  nutritionPer: "Nutrition per",
  energyKj: "Energy kJ",
  energyKcal: "Energy kcal",
  ...nutrientColumns,
  storage: "Storage",
  keepsDays: "Keeps days",
  originCountry: "Country of origin",
  originWords: "Origin",
  producer: "Producer",
  alcohol: "Alcohol",
  instructions: "Instructions",
  scientificName: "Scientific name",
  catchArea: "Catch area",
  catchMethod: "Catch method",
  harvestCountries: "Countries of harvest",
} as const;
export type FoodColumn = keyof typeof FOOD_COLUMNS;
export type FoodCells = Record<FoodColumn, string>;
const COLUMN_NAMES = Object.keys(FOOD_COLUMNS) as FoodColumn[];

export const NO_FOOD_CELLS = Object.fromEntries(COLUMN_NAMES.map((column) => [column, ""])) as FoodCells;

/** Food information as its cells are written. Missing values are empty. */
export function foodCellsOf(food: Food): FoodCells {
  const {
    nutrition,
    allergens: _presences,
    noAllergens,
    labels,
    allergensConfirmed: _asked,
    ...texts
  } = foodFieldsOf(food);
  const namesWith = (presence: Presence) =>
    ALLERGEN_KEYS.filter((allergen) => food.allergens[allergen] === presence).join(", ");
  const { per: _per, ...figures } = nutrition;
  return {
    ...texts,
    ...figures,
    contains: namesWith("contains"),
    mayContain: namesWith("may-contain"),
    noAllergens: noAllergens ? "yes" : "",
    labels: labels.join(", "),
    nutritionPer: food.nutrition?.per ?? "",
  };
}

const listIn = (cell: string) =>
  cell
    .split(",")
    .map((word) => word.trim().toLowerCase())
    .filter(Boolean);

/** The key of an entry in a list, given its key or its name. Any other word is returned as it is. */
function keyOf(word: string, names: Record<string, { name: string }>): string {
  return Object.keys(names).find((key) => key === word || names[key]?.name.toLowerCase() === word) ?? word;
}

/** The cells as the fields of a form, to be checked by the form's own rules, and an error for each unknown name. */
export function typedFoodIn(cells: FoodCells): { typed: unknown; unknown: { column: FoodColumn; message: string }[] } {
  const [contained, possible] = [cells.contains, cells.mayContain].map((cell) =>
    listIn(cell).map((word) => keyOf(word, ALLERGENS)),
  ) as [string[], string[]];
  const strangers = (column: FoodColumn, words: string[], keys: readonly string[], nameOfWord: string) =>
    words
      .filter((word) => !keys.includes(word))
      .map((word) => ({ column, message: `${word.slice(0, 40)} is no ${nameOfWord} that a label names.` }));
  const labels = listIn(cells.labels).map((word) => keyOf(word, LABELS));
  const { contains: _c, mayContain: _m, noAllergens, nutritionPer, labels: _l, ...texts } = cells;
  return {
    typed: {
      ...texts,
      allergens: Object.fromEntries([
        ...possible.map((allergen) => [allergen, "may-contain"]),
        ...contained.map((allergen) => [allergen, "contains"]),
      ]),
      noAllergens: ["yes", "true", "1", "y"].includes(noAllergens.trim().toLowerCase()),
      nutrition: {
        per: nutritionPer.replace(/\s/g, "") || undefined,
        ...(Object.fromEntries(FIGURES.map((figure) => [figure, cells[figure]])) as Record<Figure, string>),
      },
      labels: labels.filter((label) => (LABEL_KEYS as string[]).includes(label)),
    },
    unknown: [
      ...strangers("contains", contained, ALLERGEN_KEYS, "allergen"),
      ...strangers("mayContain", possible, ALLERGEN_KEYS, "allergen"),
      ...strangers("labels", labels, LABEL_KEYS, "label"),
    ],
  };
}

/** The column that an error of the form's rules belongs to. */
export function columnOfError([field, inside]: PropertyKey[]): FoodColumn {
  const name = String(field === "nutrition" ? (inside ?? "nutritionPer") : field);
  if (name === "per") return "nutritionPer";
  return name in FOOD_COLUMNS ? (name as FoodColumn) : "contains";
}
