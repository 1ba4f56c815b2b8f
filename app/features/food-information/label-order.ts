import { plainIngredients } from "./emphasis";
import { ALLERGEN_KEYS, ALLERGENS, countryName, LABELS, NUTRIENT_KEYS, NUTRIENTS } from "./words";
import type { Food, Presence } from "./schema";

/** One line of a label: its name and its text. Lines of nutrition come under a heading of their own. */
export interface Statement {
  name: string;
  text: string;
  kind: "ingredients" | "allergens" | "nutrition" | "other";
  /** Whether it is a part of the nutrient above it. */
  isPart?: boolean;
}

const namesOf = ({ allergens }: Pick<Food, "allergens">, presence: Presence) =>
  ALLERGEN_KEYS.filter((allergen) => allergens[allergen] === presence).map((allergen) => ALLERGENS[allergen].name);

/** The allergens that a food contains and may contain, as a label states them. An empty list if nothing is said. */
export function allergenSentences(food: Pick<Food, "allergens" | "noAllergens">): string[] {
  const [contained, possible] = [namesOf(food, "contains"), namesOf(food, "may-contain")];
  return [
    ...(contained.length > 0 ? [`Contains: ${contained.join(", ")}.`] : []),
    ...(possible.length > 0 ? [`May contain: ${possible.join(", ")}.`] : []),
    ...(food.noAllergens ? ["Contains none of the allergens that a label must name."] : []),
  ];
}

export const PER = { "100g": "100 g", "100ml": "100 ml" } as const;
const grams = (value: number) => `${value} g`;
const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);
const countries = (codes: readonly string[]) => codes.map((code) => countryName(code) ?? code).join(", ");

/** The lines of a label, in its order. An empty field has no line. */
export function statementsOf(food: Food): Statement[] {
  const { nutrition } = food;
  const otherStatement = (name: string, text: string): Statement[] => (text ? [{ name, text, kind: "other" }] : []);
  return [
    ...(food.ingredients
      ? [{ name: "Ingredients", text: plainIngredients(food.ingredients), kind: "ingredients" as const }]
      : []),
    ...(allergenSentences(food).length > 0
      ? [{ name: "Allergens", text: allergenSentences(food).join(" "), kind: "allergens" as const }]
      : []),
    ...(nutrition
      ? [
          {
            name: "Energy",
            text: `${nutrition.energyKj.toLocaleString("en-US")} kJ / ${nutrition.energyKcal.toLocaleString("en-US")} kcal`,
            kind: "nutrition" as const,
          },
          ...NUTRIENT_KEYS.flatMap((nutrient): Statement[] => {
            const value = nutrition[nutrient];
            const { name } = NUTRIENTS[nutrient];
            const isPart = "within" in NUTRIENTS[nutrient];
            return value === null ? [] : [{ name, text: grams(value), kind: "nutrition", ...(isPart && { isPart }) }];
          }),
        ]
      : []),
    ...otherStatement("Scientific name", food.scientificName),
    ...otherStatement("Catch area", food.catchArea),
    ...otherStatement("Method", food.catchMethod),
    ...otherStatement("Storage", food.storage),
    ...otherStatement("Keeps", food.keepsDays === null ? "" : `At least ${days(food.keepsDays)} after you get it`),
    ...otherStatement("Origin", [countryName(food.originCountry), food.originWords].filter(Boolean).join(". ")),
    ...otherStatement("Harvested in", countries(food.harvestCountries)),
    ...otherStatement("Producer", food.producer),
    ...otherStatement("Alcohol", food.alcohol === null ? "" : `${food.alcohol} % by volume`),
    ...otherStatement("Instructions", food.instructions),
    ...otherStatement("Labels", food.labels.map((label) => LABELS[label].name).join(", ")),
    ...otherStatement("Organic certifier", food.organicCode),
  ];
}

/** The names of the lines of a label that differ from those before, and of the lines that are gone. */
export function differencesOf(food: Food, before: Food): { changed: string[]; gone: string[] } {
  const [lines, linesBefore] = [statementsOf(food), statementsOf(before)];
  const textsByName = new Map(linesBefore.map(({ name, text }) => [name, text]));
  const isChanged = ({ name, text }: Statement) =>
    name === "Ingredients" ? food.ingredients !== before.ingredients : textsByName.get(name) !== text;
  return {
    changed: lines.filter(isChanged).map(({ name }) => name),
    gone: linesBefore.map(({ name }) => name).filter((name) => !lines.some((line) => line.name === name)),
  };
}

/** A note for whoever packs or opens a parcel: allergens and storage. Empty if neither is said. */
export const packingNote = (food: Food): string =>
  [...allergenSentences(food), ...(food.storage ? [`Storage: ${food.storage.replace(/\.$/, "")}.`] : [])].join(" ");
