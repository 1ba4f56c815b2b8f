import { optionalText } from "~/features/fields";
import { z } from "~/features/zod";
import {
  ALLERGEN_KEYS,
  countryName,
  LABEL_KEYS,
  NUTRIENT_KEYS,
  NUTRIENTS,
  type Allergen,
  type Label,
  type Nutrient,
} from "./words";

/*
 * The label of a food, as it is sent, stored and answered. Empty and null mean "not said". Sources: EU 1169/2011
 * articles 9 and 14; EU 1379/2013 article 35 (fish); EU 2001/110, as changed by 2024/1438 (honey).
 */

export const MOST_INGREDIENTS = 3000;

const presence = z.enum(["contains", "may-contain"], { error: "Say contains or may-contain, or leave it out." });
export type Presence = z.infer<typeof presence>;

/** As precise as a scale: finer figures would not survive a form or a spreadsheet. */
const isInThousandths = (figure: number) => Math.abs(figure * 1000 - Math.round(figure * 1000)) < 1e-6;
const TOO_FINE = "This can have at most three decimals.";

const gram = z
  .number({ error: "This must be a number of grams." })
  .min(0, "This must be at least 0.")
  .max(100, "In 100 g there can be at most 100 g of it.")
  .refine(isInThousandths, TOO_FINE);
const energy = (unit: string, limit: number) =>
  z
    .number({ error: `This must be a number of ${unit}.` })
    .min(0, "This must be at least 0.")
    .max(limit, `100 g have at most ${limit} ${unit}.`)
    .refine(isInThousandths, TOO_FINE);

/** The error for unknown names in a payload lists them. */
const unknownNames = (list: string) => ({
  error: (issue: { code?: string; keys?: string[] }) =>
    issue.code === "unrecognized_keys" ? `${list}: ${(issue.keys ?? []).join(", ").slice(0, 80)}.` : undefined,
});

/** Parts that together make up a food. Fibre is left out, because labels of some countries count it as carbohydrate. */
const PARTS = ["fat", "carbohydrate", "protein", "salt"] as const satisfies readonly Nutrient[];
/** In grams. Figures are rounded, so their sum may be a little more than the whole. */
const ROUNDING = 0.5;

const nutritionPayload = z
  .strictObject(
    {
      per: z.enum(["100g", "100ml"], { error: "Figures are per 100g or per 100ml." }).default("100g"),
      // Pure fat has 3,700 kJ or 900 kcal.
      energyKj: energy("kJ", 3800),
      energyKcal: energy("kcal", 910),
      fat: gram,
      saturates: gram,
      carbohydrate: gram,
      sugars: gram,
      fibre: gram.nullable().default(null),
      protein: gram,
      salt: gram,
    },
    unknownNames("There is no such figure in nutrition"),
  )
  .check((ctx) => {
    const figures = ctx.value;
    for (const nutrient of NUTRIENT_KEYS) {
      const { within } = NUTRIENTS[nutrient] as { within?: Nutrient };
      if (within && (figures[nutrient] ?? 0) > (figures[within] ?? 0))
        ctx.issues.push({
          code: "custom",
          input: figures,
          path: [nutrient],
          message: `It is a part of the ${within}, so it can be at most as much.`,
        });
    }
    const sum = PARTS.reduce((grams, nutrient) => grams + (figures[nutrient] ?? 0), 0);
    if (figures.per === "100g" && sum > 100 + ROUNDING)
      ctx.issues.push({
        code: "custom",
        input: figures,
        path: [],
        message: `Fat, carbohydrate, protein and salt are ${Math.round(sum * 10) / 10} g together; in 100 g there can be at most 100 g.`,
      });
  });

/** Labels that no food with one of these allergens can have. */
const AGAINST: Partial<Record<Label, readonly Allergen[]>> = {
  vegan: ["milk", "eggs", "fish", "crustaceans", "molluscs"],
  vegetarian: ["fish", "crustaceans", "molluscs"],
  "gluten-free": ["gluten"],
};

const country = z
  .string({ error: "Choose a country." })
  .refine((code) => code === "" || countryName(code) !== undefined, "That is not the code of a country.");

const wholeNumber = (name: string, limit: number) =>
  z
    .number({ error: `${name} must be a whole number.` })
    .int(`${name} must be a whole number.`)
    .min(1, `${name} must be at least 1.`)
    .max(limit, `${name} can be at most ${limit}.`)
    .nullable();

/** `food` of a product's payload. A field that is left out is not said. */
export const foodPayload = z
  .strictObject(
    {
      ingredients: optionalText("The ingredients", MOST_INGREDIENTS).describe(
        "As on the label, heaviest first. Words between * are emphasised, as allergens must be: whole *milk*, salt.",
      ),
      allergens: z
        .strictObject(
          Object.fromEntries(ALLERGEN_KEYS.map((allergen) => [allergen, presence.optional()])) as Record<
            Allergen,
            z.ZodOptional<typeof presence>
          >,
          unknownNames("A label does not know this allergen"),
        )
        .default({})
        .describe("contains or may-contain, by allergen. One that is left out is not said, unless others are given."),
      noAllergens: z
        .boolean({ error: "noAllergens must be true or false." })
        .default(false)
        .describe("True: the merchant says that it has none of the allergens."),
      allergensConfirmed: z
        .boolean({ error: "allergensConfirmed must be true or false." })
        .default(false)
        .describe("True: what is emphasised in the ingredients, but not said to be contained, is right. Not kept."),
      nutrition: nutritionPayload.nullable().default(null).describe("Grams, in 100 g or 100 ml of it."),
      storage: optionalText("Storage", 300),
      keepsDays: wholeNumber("Days", 3650).default(null).describe("At least so many days after one gets it."),
      originCountry: country.default("").describe("ISO 3166-1 code, or EU."),
      originWords: optionalText("The origin", 200).describe("A place, or the origin of the main ingredient."),
      producer: optionalText("The producer", 200).describe("Where it is not the stall."),
      alcohol: z
        .number({ error: "Alcohol must be a number." })
        .min(0, "Alcohol must be at least 0.")
        .max(96, "Alcohol can be at most 96.")
        .refine(isInThousandths, TOO_FINE)
        .nullable()
        .default(null)
        .describe("Per cent by volume."),
      instructions: optionalText("Instructions", 1000),
      labels: z
        .array(z.enum(LABEL_KEYS as [Label, ...Label[]], { error: "There is no such label." }))
        .max(LABEL_KEYS.length, "There is no such label.")
        .default([])
        .transform((labels) => LABEL_KEYS.filter((label) => labels.includes(label))),
      organicCode: optionalText("The certifier's code", 40).describe("Such as US-ORG-052; needed with organic."),
      catchArea: optionalText("The catch area", 200),
      catchMethod: optionalText("The method", 120).describe("How it was caught, or that it was farmed."),
      scientificName: optionalText("The scientific name", 120),
      harvestCountries: z
        .array(country)
        .max(20, "At most 20 countries.")
        .default([])
        .transform((codes) => [...new Set(codes.filter(Boolean))])
        .describe("Of honey: where it was harvested."),
    },
    unknownNames("There is no such food information"),
  )
  .check((ctx) => {
    const { labels, allergens, noAllergens, organicCode } = ctx.value;
    const refuse = (path: string, message: string) =>
      ctx.issues.push({ code: "custom", input: ctx.value, path: [path], message });
    if (noAllergens && Object.values(allergens).some(Boolean))
      refuse("noAllergens", "It cannot have none of the allergens and one of them. Take one of the two back.");
    if (labels.includes("organic") && organicCode === "")
      refuse("organicCode", "Organic goods need their certifier's code.");
    for (const label of labels)
      for (const allergen of AGAINST[label] ?? [])
        if (allergens[allergen] === "contains")
          refuse("labels", `What contains ${allergen} is not ${label}. Take one of the two back.`);
  })
  .describe("What its label says. Left out, it stays as it is; a field that is left out inside of it is not said.")
  .meta({ id: "FoodPayload" });
export type FoodPayload = z.output<typeof foodPayload>;

/** Food information as it is stored and answered. */
export const food = z
  .object({
    ingredients: z.string(),
    allergens: z.partialRecord(z.enum(ALLERGEN_KEYS as [Allergen, ...Allergen[]]), z.enum(["contains", "may-contain"])),
    noAllergens: z.boolean(),
    nutrition: z
      .object({
        per: z.enum(["100g", "100ml"]),
        energyKj: z.number(),
        energyKcal: z.number(),
        fat: z.number(),
        saturates: z.number(),
        carbohydrate: z.number(),
        sugars: z.number(),
        fibre: z.number().nullable(),
        protein: z.number(),
        salt: z.number(),
      })
      .nullable(),
    storage: z.string(),
    keepsDays: z.number().int().nullable(),
    originCountry: z.string(),
    originWords: z.string(),
    producer: z.string(),
    alcohol: z.number().nullable(),
    instructions: z.string(),
    labels: z.array(z.enum(LABEL_KEYS as [Label, ...Label[]])),
    organicCode: z.string(),
    catchArea: z.string(),
    catchMethod: z.string(),
    scientificName: z.string(),
    harvestCountries: z.array(z.string()),
  })
  .describe("What its label says. Empty and null are not said: never that it is free of something.")
  .meta({ id: "Food" });
export type Food = z.infer<typeof food>;

/** The food information of a product that has none. */
export const NO_FOOD: Food = {
  ingredients: "",
  allergens: {},
  noAllergens: false,
  nutrition: null,
  storage: "",
  keepsDays: null,
  originCountry: "",
  originWords: "",
  producer: "",
  alcohol: null,
  instructions: "",
  labels: [],
  organicCode: "",
  catchArea: "",
  catchMethod: "",
  scientificName: "",
  harvestCountries: [],
};
