import { asciiDigits } from "~/features/ascii-digits";
import { z } from "~/features/zod";
import { foodPayload, type Food } from "./schema";
import { ALLERGEN_KEYS, countryName, countryOptions, NUTRIENT_KEYS, type Allergen } from "./words";

/* Food information as people type it into a form or a spreadsheet: every figure is a text, and countries are named. */

/** Figures of a label, energy first. */
export const FIGURES = ["energyKj", "energyKcal", ...NUTRIENT_KEYS] as const;
export type Figure = (typeof FIGURES)[number];
const TEXTS = [
  "ingredients",
  "storage",
  "originCountry",
  "originWords",
  "producer",
  "instructions",
  "organicCode",
  "catchArea",
  "catchMethod",
  "scientificName",
] as const satisfies readonly (keyof Food)[];

const optionalText = z.string().optional();
const KJ_PER_KCAL = 4.184;

/** A number as it is typed, with a comma or a point. Null for an empty text; the text itself if it is no number. */
function figureOf(text: string | undefined): unknown {
  const plain = asciiDigits(text ?? "")
    .trim()
    .replace(",", ".");
  if (plain === "") return null;
  return /^\d{1,6}(\.\d{1,6})?$/.test(plain) ? Number(plain) : text;
}

/** A country's code, from its name or its code. The text itself if it is neither. */
export function countryCode(text: string): string {
  const unitName = text.trim().toLowerCase();
  return (
    countryOptions().find(({ value, label }) => value.toLowerCase() === unitName || label.toLowerCase() === unitName)
      ?.value ?? text
  );
}

const typedFields = z.object({
  ...(Object.fromEntries(TEXTS.map((name) => [name, optionalText])) as Record<
    (typeof TEXTS)[number],
    typeof optionalText
  >),
  allergens: z
    .object(
      Object.fromEntries(ALLERGEN_KEYS.map((key) => [key, optionalText])) as Record<Allergen, typeof optionalText>,
    )
    .optional(),
  noAllergens: z.boolean().default(false),
  allergensConfirmed: z.boolean().default(false),
  nutrition: z
    .object({
      per: optionalText,
      ...(Object.fromEntries(FIGURES.map((name) => [name, optionalText])) as Record<Figure, typeof optionalText>),
    })
    .optional(),
  keepsDays: optionalText,
  alcohol: optionalText,
  labels: z.array(z.string()).default([]),
  harvestCountries: optionalText,
});

/** The fields as the service takes them. Errors are the service's own, at the form's fields. */
export const typedFood = typedFields.transform(
  ({ allergens = {}, nutrition, keepsDays, alcohol, harvestCountries = "", ...rest }, ctx) => {
    const figures = Object.fromEntries(FIGURES.map((name) => [name, figureOf(nutrition?.[name])])) as Record<
      Figure,
      unknown
    >;
    const { energyKj: kj, energyKcal: kcal } = figures;
    // A label states both. Each follows from the other.
    if (kj === null && typeof kcal === "number") figures.energyKj = Math.round(kcal * KJ_PER_KCAL);
    if (kcal === null && typeof kj === "number") figures.energyKcal = Math.round(kj / KJ_PER_KCAL);
    const codes = harvestCountries.split(",").flatMap((text) => (text.trim() ? [countryCode(text.trim())] : []));
    const wrong = codes.find((code) => countryName(code) === undefined);
    if (wrong !== undefined)
      ctx.addIssue({ code: "custom", path: ["harvestCountries"], message: `“${wrong.slice(0, 60)}” is no country.` });
    const isEmpty = FIGURES.every((name) => figures[name] === null);
    const result = foodPayload.safeParse({
      ...rest,
      allergens,
      nutrition: isEmpty
        ? null
        : {
            per: nutrition?.per,
            // An empty figure is missing. Only fibre may be.
            ...Object.fromEntries(
              FIGURES.map((name) => [name, figures[name] ?? (name === "fibre" ? null : undefined)]),
            ),
          },
      keepsDays: figureOf(keepsDays),
      alcohol: figureOf(alcohol),
      harvestCountries: wrong === undefined ? codes : [],
    });
    for (const { path, message } of result.error?.issues ?? []) ctx.addIssue({ code: "custom", path, message });
    return result.data ?? z.NEVER;
  },
);

const textOf = (value: number | null) => (value === null ? "" : String(value));

/** Food information as its fields show it. */
export function foodFieldsOf(food: Food) {
  const { nutrition } = food;
  return {
    ...(Object.fromEntries(TEXTS.map((name) => [name, food[name]])) as Record<(typeof TEXTS)[number], string>),
    allergens: Object.fromEntries(ALLERGEN_KEYS.map((key) => [key, food.allergens[key] ?? ""])) as Record<
      Allergen,
      string
    >,
    noAllergens: food.noAllergens,
    allergensConfirmed: false,
    nutrition: {
      per: nutrition?.per ?? "100g",
      ...(Object.fromEntries(FIGURES.map((name) => [name, textOf(nutrition?.[name] ?? null)])) as Record<
        Figure,
        string
      >),
    },
    keepsDays: textOf(food.keepsDays),
    alcohol: textOf(food.alcohol),
    labels: food.labels as string[],
    harvestCountries: food.harvestCountries.map((code) => countryName(code) ?? code).join(", "),
  };
}
export type FoodFields = ReturnType<typeof foodFieldsOf>;
