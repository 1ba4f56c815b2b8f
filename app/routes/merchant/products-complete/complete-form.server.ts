import { isSaid, foodOf } from "~/features/food-information/food-json";
import { countryCode, typedFood } from "~/features/food-information/typed-food";
import type { Completion } from "~/features/products/complete-schema";
import { typedContent } from "~/features/products/net-content-schema";
import { z } from "~/features/zod";

const ROW = /^rows\.(p[0-9a-f]{24})\./;
const CONTENT = /^rows\.p[0-9a-f]{24}\.contents\.(s[0-9a-f]{24}(?:-[1-9]\d{0,3})?)$/;

/** Fields of a food whose errors show at the boxes of its allergens. */
const ALLERGENS = ["allergens", "noAllergens", "labels"];

const text = z.string().optional();
const ticked = z.array(z.string()).default([]);

/** Food information of a row: allergens are boxes to tick, and a country is typed. */
const rowFood = z
  .object({
    ingredients: text,
    contains: ticked,
    mayContain: ticked,
    noAllergens: z.boolean().default(false),
    allergensConfirmed: z.boolean().default(false),
    nutrition: z.record(z.string(), text).optional(),
    originCountry: text,
    scientificName: text,
    catchArea: text,
    catchMethod: text,
    harvestCountries: text,
  })
  .transform(({ contains, mayContain, originCountry, ...rest }, ctx) => {
    const allergens = [
      ...mayContain.map((allergen) => [allergen, "may-contain"] as const),
      ...contains.map((allergen) => [allergen, "contains"] as const),
    ];
    const { data, error } = typedFood.safeParse({
      ...rest,
      ...(originCountry && { originCountry: countryCode(originCountry) }),
      allergens: Object.fromEntries(allergens),
    });
    for (const { path, message } of error?.issues ?? [])
      ctx.addIssue({ code: "custom", path: ALLERGENS.includes(String(path[0])) ? ["contains"] : path, message });
    return data ?? z.NEVER;
  });

/** The schema of the posted form, with a row for each shown product. Returns the rows with something filled in. */
export function completeForm(form: FormData) {
  const names = [...form.keys()];
  const rows = new Set(names.flatMap((name) => ROW.exec(name)?.[1] ?? []));
  const contentsOf = (row: string) =>
    names.flatMap((name) => (name.startsWith(`rows.${row}.`) ? (CONTENT.exec(name)?.[1] ?? []) : []));
  const rowOf = (row: string) =>
    z.object({
      food: rowFood.optional(),
      contents: z
        .object(Object.fromEntries(contentsOf(row).map((size) => [size, typedContent.optional()] as const)))
        .optional(),
    });
  return z
    .object({
      rows: z.object(Object.fromEntries([...rows].slice(0, 100).map((row) => [row, rowOf(row)] as const))),
    })
    .transform(({ rows: rowFields }): Completion =>
      Object.entries(rowFields).flatMap(([row, { food, contents = {} }]) => {
        const filled = Object.entries(contents).flatMap(([size, content]) =>
          content ? [{ variant: size.slice(1), content }] : [],
        );
        const says = food !== undefined && isSaid(foodOf(food));
        return says || filled.length > 0 ? [{ product: row.slice(1), ...(says && { food }), contents: filled }] : [];
      }),
    );
}

/** The form's names of the fields, by the names that the service gives them in its errors. */
export function fieldNames(products: Completion): Record<string, string> {
  return Object.fromEntries(
    products.flatMap(({ product, food = {}, contents }, index) => {
      const row = `rows.p${product}`;
      return [
        ...Object.keys({ ...food, labels: [] }).map((field) => [
          `products.${index}.food.${field}`,
          `${row}.food.${ALLERGENS.includes(field) ? "contains" : field}`,
        ]),
        ...contents.map(({ variant }, place) => [
          `products.${index}.contents.${place}.content`,
          `${row}.contents.s${variant}`,
        ]),
      ];
    }),
  ) as Record<string, string>;
}
