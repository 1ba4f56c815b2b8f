import { z } from "~/features/zod";
import { saysAllergens } from "./food-json";
import type { Food } from "./schema";

/*
 * The particulars that products of a category must state, and the kind of food in it. An operator sets both.
 * Sources: food-market specification, GOODS-14 and GOODS-17; EU 1169/2011 article 9.
 */

export const PARTICULARS = {
  ingredients: "Ingredients",
  allergens: "Allergens",
  nutrition: "Nutrition",
  origin: "Origin",
  content: "Net content",
} as const;
export type Particular = keyof typeof PARTICULARS;
export const PARTICULAR_KEYS = Object.keys(PARTICULARS) as Particular[];

/** Kinds of food for which the law of the EU demands more than for others. */
export const FOOD_KINDS = {
  general: "Any food",
  fish: "Fish and seafood",
  honey: "Honey",
  "beef-oil": "Beef or olive oil",
} as const;
export type FoodKind = keyof typeof FOOD_KINDS;
const FOOD_KIND_KEYS = Object.keys(FOOD_KINDS) as FoodKind[];

export const foodKind = z.enum(FOOD_KIND_KEYS as [FoodKind, ...FoodKind[]], { error: "Choose a kind of food." });
export const particular = z.enum(PARTICULAR_KEYS as [Particular, ...Particular[]], {
  error: "There is no such particular.",
});

/** The demands of a category, as calls report them. */
export const categoryDemands = {
  kind: foodKind.describe("Fish has catch area, method and scientific name; honey the countries of harvest."),
  demands: z
    .array(particular)
    .describe("Particulars that a product needs before it is handed in for review; origin by the kind of food."),
};
export interface CategoryDemands {
  kind: FoodKind;
  demands: Particular[];
}
export const NO_DEMANDS: CategoryDemands = { kind: "general", demands: [] };

/** A bit for each statement that can be demanded. A bit never gets another meaning, because rows are stored with it. */
const BITS = { ingredients: 1, allergens: 2, nutrition: 4, origin: 8, catch: 16, harvest: 32, content: 64 } as const;
type Statement = keyof typeof BITS;

/** The statement that gives the origin of a kind of food. */
const ORIGIN_OF: Record<FoodKind, Statement> = {
  general: "origin",
  "beef-oil": "origin",
  fish: "catch",
  honey: "harvest",
};

const statementOf = (particular: Particular, kind: FoodKind): Statement =>
  particular === "origin" ? ORIGIN_OF[kind] : particular;

/** The fields of a payload's `food` that make up a statement, each with whether it is filled in. */
const FIELDS: Record<
  Exclude<Statement, "content">,
  (food: Food) => [field: string, isSaid: boolean, name: string][]
> = {
  ingredients: (food) => [["ingredients", food.ingredients !== "", "ingredients"]],
  allergens: (food) => [["allergens", saysAllergens(food), "allergens, or that it has none of them"]],
  nutrition: (food) => [["nutrition", food.nutrition !== null, "nutrition"]],
  origin: (food) => [["originCountry", food.originCountry !== "" || food.originWords !== "", "origin"]],
  catch: (food) => [
    ["scientificName", food.scientificName !== "", "scientific name"],
    ["catchArea", food.catchArea !== "", "catch area"],
    ["catchMethod", food.catchMethod !== "", "method of catching or farming"],
  ],
  harvest: (food) => [["harvestCountries", food.harvestCountries.length > 0, "countries of harvest"]],
};

/** The bits of the statements that a food makes in full. The net content is not among them: it belongs to the sizes. */
export const saidBits = (food: Food): number =>
  Object.entries(FIELDS).reduce(
    (bits, [statement, fieldsOf]) =>
      fieldsOf(food).every(([, isSaid]) => isSaid) ? bits | BITS[statement as Statement] : bits,
    0,
  );

export const CONTENT_BIT = BITS.content;

/** The bits of the statements that a category demands. */
export const demandBits = ({ kind, demands }: CategoryDemands): number =>
  demands.reduce((bits, particular) => bits | BITS[statementOf(particular, kind)], 0);

/** The demands in a category's row. A category without a row demands nothing. */
export function demandsIn(row: { kind: string | null; demands: number | null } | undefined): CategoryDemands {
  const kind = FOOD_KIND_KEYS.find((key) => key === row?.kind) ?? "general";
  const bits = row?.demands ?? 0;
  return { kind, demands: PARTICULAR_KEYS.filter((particular) => (bits & BITS[statementOf(particular, kind)]) !== 0) };
}

/** The parts of a product that its category can make demands about. */
export interface Labelled {
  category: CategoryDemands;
  food: Food;
  /** Its sizes. A new size has no `_id`. */
  sizes: readonly { _id?: string | undefined; content?: unknown; field: string }[];
}

/** A statement that its category demands and a product lacks, with its field in the payload. */
export interface Lack {
  particular: Particular;
  field: string;
  message: string;
  /** Equal for equal statements of the same size. */
  key: string;
}

/** Lists the particulars that a category demands and a product lacks. */
export function lacksOf({ category: { kind, demands }, food, sizes }: Labelled): Lack[] {
  return demands.flatMap((particular): Lack[] => {
    const statement = statementOf(particular, kind);
    if (statement === "content")
      return sizes
        .filter(({ content }) => content === undefined || content === null)
        .map(({ _id, field }) => ({
          particular: particular,
          field,
          message: "Products in this category need their net content before they are handed in for review.",
          key: `content ${_id ?? field}`,
        }));
    return FIELDS[statement](food)
      .filter(([, isSaid]) => !isSaid)
      .map(([field, , name]) => ({
        particular: particular,
        field: `food.${field}`,
        message: `Products in this category need their ${name} before they are handed in for review.`,
        key: field,
      }));
  });
}

/** Lists the particulars that a product would lack and did not lack before. */
export function newLacks(after: Labelled, before: Labelled): Lack[] {
  const keys = new Set(lacksOf(before).map(({ key }) => key));
  return lacksOf(after).filter(({ key }) => !keys.has(key));
}
