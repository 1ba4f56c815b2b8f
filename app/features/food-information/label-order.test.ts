import { expect, test } from "vitest";
import { allergenSentences, differencesOf, packingNote, statementsOf } from "./label-order";
import { NO_FOOD, type Food } from "./schema";

const FISH: Food = {
  ...NO_FOOD,
  ingredients: "Cod (*fish*), salt",
  allergens: { fish: "contains", molluscs: "may-contain" },
  scientificName: "Gadus morhua",
  storage: "On ice.",
  keepsDays: 1,
  originCountry: "NO",
  labels: ["frozen"],
};

test("a label is read in its order, without what is not said", () => {
  expect(statementsOf(FISH).map(({ name, text }) => `${name}: ${text}`)).toEqual([
    "Ingredients: Cod (fish), salt",
    "Allergens: Contains: fish. May contain: molluscs.",
    "Scientific name: Gadus morhua",
    "Storage: On ice.",
    "Keeps: At least 1 day after you get it",
    "Origin: Norway",
    "Labels: Frozen",
  ]);
  expect(statementsOf(NO_FOOD)).toEqual([]);
});

test("nothing said about allergens is no sentence, and none of them is said as such", () => {
  expect(allergenSentences(NO_FOOD)).toEqual([]);
  expect(allergenSentences({ allergens: {}, noAllergens: true })).toEqual([
    "Contains none of the allergens that a label must name.",
  ]);
});

test("a changed label names its lines that differ, and those that are gone", () => {
  const changed: Food = { ...FISH, ingredients: "Cod (fish), salt", keepsDays: 2, storage: "", producer: "The fleet" };
  expect(differencesOf(changed, FISH)).toEqual({ changed: ["Ingredients", "Keeps", "Producer"], gone: ["Storage"] });
  expect(differencesOf(FISH, FISH)).toEqual({ changed: [], gone: [] });
});

test("a packing slip has allergens and storage", () => {
  expect(packingNote(FISH)).toBe("Contains: fish. May contain: molluscs. Storage: On ice.");
  expect(packingNote(NO_FOOD)).toBe("");
});
