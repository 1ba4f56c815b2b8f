import { UNPRINTABLE } from "~/features/fields";
import { MOST_IMAGES, TOO_MANY_FILES } from "~/features/media/schema";
import { z } from "~/features/zod";
import { asciiDigits } from "~/features/ascii-digits";
import { visibleText } from "~/platform/written";

/*
 * The fields of a product, as people type them and as calls send them. The form, the API and a spreadsheet report the
 * same errors. Source: specification §4, §5 (Product form).
 */

export const REQUIRED = "This field is required.";
export const WRONG_FORM = "Invalid format.";
/** The error of a required value: it is missing, or it has the wrong form. */
export const requiredIn = ({ input }: { input?: unknown }) =>
  input === undefined || input === null || input === "" ? REQUIRED : WRONG_FORM;
export const MOST_CENTS = 99_999_999;

/** A text on one line, with single spaces. A no-break space, as in "2 kg", stays. */
export function onOneLine(text: string): string {
  return visibleText(text)
    .replace(/[^\S\u00a0\u202f]+/g, " ")
    .trim();
}

/** A required text. `min` and `max` apply to the trimmed text. */
function text(min: number, max: number, lines = false) {
  return z
    .string({ error: requiredIn })
    .transform((value) => (lines ? visibleText(value).replace(/\r\n?/g, "\n").trim() : onOneLine(value)))
    .pipe(
      z
        .string()
        .min(1, { error: REQUIRED, abort: true })
        .min(min, `Minimum length is ${min} characters.`)
        .max(max, `Maximum length is ${max} characters.`)
        .refine((value) => !UNPRINTABLE.test(value), WRONG_FORM),
    )
    .meta({ minLength: min, maxLength: max });
}

const money = /^\d+\.\d{2}$/;
const centsOf = (value: string) => Number(value.replace(".", ""));
const tooMuch = `This can be at most ${MOST_CENTS / 100}.`;

/** A price as it is typed, with exactly two decimals; becomes cents. */
export const typedPrice = z
  .string({ error: requiredIn })
  .overwrite(asciiDigits)
  .trim()
  .min(1, { error: REQUIRED, abort: true })
  .regex(money, { error: WRONG_FORM, abort: true })
  .transform(centsOf)
  .pipe(z.number().min(1, "This must be at least 0.01.").max(MOST_CENTS, tooMuch));

/** An amount with its two decimals: `12` becomes `12.00`, `3.5` becomes `3.50`. Any other text stays as it is typed. */
export function completed(amount: string): string {
  const [, whole, decimals = ""] = /^\s*(\d+)(?:[.,](\d{0,2}))?\s*$/.exec(asciiDigits(amount)) ?? [];
  return whole === undefined ? amount : `${whole}.${decimals.padEnd(2, "0")}`;
}

/** VAT is stated for the price before a discount, which includes it. */
export const VAT_ABOVE_PRICE = "The VAT amount is part of the price, so it can be at most the price.";

/** Like a price, but may be empty or 0. */
export const typedVat = z.union(
  [
    z.literal("").transform(() => 0),
    z
      .string()
      .overwrite(asciiDigits)
      .trim()
      .regex(money, WRONG_FORM)
      .transform(centsOf)
      .pipe(z.number().max(MOST_CENTS, tooMuch)),
  ],
  { error: WRONG_FORM },
);

/** In JSON, an amount may also be a number with at most two decimals. */
export function asTyped(value: unknown): unknown {
  return typeof value === "number" && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6 ? value.toFixed(2) : value;
}

export const MOST_PIECES = 999_999;

/** Pieces in stock: digits only. */
export const typedQuantity = z
  .string({ error: requiredIn })
  .overwrite(asciiDigits)
  .trim()
  .min(1, { error: REQUIRED, abort: true })
  .regex(/^\d+$/, { error: WRONG_FORM, abort: true })
  .transform(Number)
  .pipe(z.number().max(MOST_PIECES, `This can be at most ${MOST_PIECES}.`));
export const digitsOf = (value: unknown) => (typeof value === "number" ? String(value) : value);

export const size = z.number({ error: WRONG_FORM }).min(0, WRONG_FORM).max(100_000, "This can be at most 100000.");
export const typedSize = z.union(
  [
    z.literal("").transform(() => null),
    z
      .string()
      .overwrite(asciiDigits)
      .trim()
      .regex(/^\d+(\.\d{1,3})?$/, WRONG_FORM)
      .transform(Number)
      .pipe(size),
  ],
  { error: WRONG_FORM },
);

export const discountPercent = z
  .number({ error: requiredIn })
  .int(WRONG_FORM)
  .min(1, "This must be at least 1.")
  .max(99, "This can be at most 99.");
export const typedPercent = z
  .string({ error: requiredIn })
  .overwrite(asciiDigits)
  .trim()
  .min(1, { error: REQUIRED, abort: true })
  .regex(/^\d+$/, { error: WRONG_FORM, abort: true })
  .transform(Number)
  .pipe(discountPercent);

const tag = z
  .string()
  .transform((value) => visibleText(value).replace(/\s+/g, " ").trim())
  .pipe(
    z
      .string()
      .max(40, "A tag can have at most 40 characters.")
      .refine((value) => !UNPRINTABLE.test(value), WRONG_FORM),
  );
/** Keeps each tag once, whatever its case, and drops empty ones. */
const distinct = (tags: string[]) => [
  ...new Map(tags.filter(Boolean).map((word) => [word.toLowerCase(), word])).values(),
];
export const tags = z.array(tag).max(20, "A product can have at most 20 tags.").transform(distinct);
export const typedTags = z
  .string()
  .max(1000, "A product can have at most 20 tags.")
  .default("")
  .transform((value) =>
    value
      .split(",")
      .map((word) => word.trim())
      .filter(Boolean),
  )
  .pipe(tags);

const part = z.string().overwrite(visibleText).trim().max(60, "Maximum length is 60 characters.").default("");
/** Empty rows do not count. A row with only one of its halves is refused at the other one. */
export const variations = z
  .array(
    z.object({ variation: part, value: part }).check((ctx) => {
      const { variation, value } = ctx.value;
      if (Boolean(variation) === Boolean(value)) return;
      ctx.issues.push({
        code: "custom",
        message: REQUIRED,
        input: ctx.value,
        path: [variation ? "value" : "variation"],
      });
    }),
  )
  .max(30, "A product can have at most 30 variations.")
  .transform((rows) => rows.filter((row) => row.variation !== ""));

export const taxClass = z.enum(["standard", "food", "free"], { error: WRONG_FORM });

export const reference = (error: string | typeof requiredIn) =>
  z.union(
    [
      z.string().regex(/^[0-9a-f]{24}$/, { error }),
      z.object({ _id: z.string().regex(/^[0-9a-f]{24}$/, { error }) }).transform(({ _id }) => _id),
    ],
    { error },
  );
export const imageIds = z
  .array(reference("That is not an image."))
  .max(MOST_IMAGES, TOO_MANY_FILES)
  .transform((ids) => [...new Set(ids)]);

/** The fields that forms, calls and spreadsheets share. */
export const described = {
  title: text(5, 100),
  description: text(20, 5000, true),
  sku: text(1, 60),
  barcode: text(1, 60),
};
