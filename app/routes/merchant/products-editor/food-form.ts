import { FIGURES, type Figure, type FoodFields } from "~/features/food-information/typed-food";
import { ALLERGEN_KEYS, ALLERGENS, LABELS, NUTRIENTS, type Nutrient } from "~/features/food-information/words";
import type { FormValues } from "~/session/merged-form.server";

/* Food information as its form posts it, and the labels of its fields. */

/** Food information by the names in the form, for a comparison with the posted form. */
export function foodValuesOf({ allergens, nutrition, labels, allergensConfirmed: _asked, ...rest }: FoodFields) {
  const values: FormValues = { "food.labels": new Set(labels) };
  for (const [name, value] of Object.entries(rest)) values[`food.${name}`] = value;
  for (const [name, value] of Object.entries(allergens)) values[`food.allergens.${name}`] = value;
  for (const [name, value] of Object.entries(nutrition)) values[`food.nutrition.${name}`] = value;
  return values;
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

export const FIGURE_LABELS: Record<Figure, string> = {
  energyKj: "Energy, kJ",
  energyKcal: "Energy, kcal",
  ...(Object.fromEntries(
    Object.entries(NUTRIENTS).map(([key, { name }]) => [key, `${capital(name.replace("of which ", ""))}, g`]),
  ) as Record<Nutrient, string>),
};

/** The labels of the fields, for errors. */
export const FOOD_LABELS: Record<string, string> = {
  "food.ingredients": "Ingredients",
  "food.noAllergens": "None of the allergens",
  "food.allergensConfirmed": "Allergens",
  "food.nutrition": "Nutrition",
  "food.storage": "Storage",
  "food.keepsDays": "Keeps",
  "food.originCountry": "Country of origin",
  "food.originWords": "Origin in words",
  "food.producer": "Producer",
  "food.alcohol": "Alcohol",
  "food.instructions": "Instructions",
  "food.labels": "Labels",
  "food.organicCode": "Certifier's code",
  "food.catchArea": "Catch area",
  "food.catchMethod": "Method",
  "food.scientificName": "Scientific name",
  "food.harvestCountries": "Countries of harvest",
  ...Object.fromEntries(ALLERGEN_KEYS.map((key) => [`food.allergens.${key}`, capital(ALLERGENS[key].name)])),
  ...Object.fromEntries(FIGURES.map((key) => [`food.nutrition.${key}`, FIGURE_LABELS[key]])),
};

export const LABEL_OPTIONS = Object.entries(LABELS).map(([value, { name }]) => ({ value, label: name }));
export const PRESENCES = [
  { value: "contains", label: "Contains" },
  { value: "may-contain", label: "May contain" },
];
