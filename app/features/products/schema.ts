import { z } from "zod";
import { dollars, image, tint } from "~/features/fields";
import { after, firstPage, limit, page, updatedSince } from "~/features/pagination";
import { MOST_IMAGES, TOO_MANY_FILES, video } from "~/features/media/schema";

/*
 * The merchant's side of a product: what is saved, and what is answered. Source: specification §3, §4, §5 (Product
 * form), §7.
 */

/** From here down a product's page says how many are left. */
export const FEW_LEFT = 20;

export const REQUIRED = "This field is required.";
export const WRONG_FORM = "Invalid format.";
/** What is not there is asked for; what is there in another form is told so. */
const requiredIn = ({ input }: { input?: unknown }) =>
  input === undefined || input === null || input === "" ? REQUIRED : WRONG_FORM;
export const MOST_CENTS = 99_999_999;
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** A text on one line, with single spaces. A space that keeps "2 kg" together is left as it is. */
export function onOneLine(text: string): string {
  return text.replace(/[^\S\u00a0\u202f]+/g, " ").trim();
}

/** A required text; `min` and `max` count after the spaces around it are gone. */
function text(min: number, max: number, lines = false) {
  return z
    .string({ error: requiredIn })
    .transform((value) => (lines ? value.replace(/\r\n?/g, "\n").trim() : onOneLine(value)))
    .pipe(
      z
        .string()
        .min(1, { error: REQUIRED, abort: true })
        .min(min, `Minimum length is ${min} characters.`)
        .max(max, `Maximum length is ${max} characters.`)
        .refine((value) => !UNPRINTABLE.test(value), WRONG_FORM),
    );
}

const money = /^\d+\.\d{2}$/;
const centsOf = (value: string) => Number(value.replace(".", ""));
const tooMuch = `This can be at most ${MOST_CENTS / 100}.`;

/** A price as it is typed, with exactly two decimals; becomes cents. */
export const typedPrice = z
  .string({ error: requiredIn })
  .trim()
  .min(1, { error: REQUIRED, abort: true })
  .regex(money, { error: WRONG_FORM, abort: true })
  .transform(centsOf)
  .pipe(z.number().min(1, "This must be at least 0.01.").max(MOST_CENTS, tooMuch));

/**
 * An amount with its two decimals: `12` becomes `12.00`, `3.5` becomes `3.50`. What is no amount stays as it is
 * typed.
 */
export function completed(typed: string): string {
  const [, whole, decimals = ""] = /^\s*(\d+)(?:[.,](\d{0,2}))?\s*$/.exec(typed) ?? [];
  return whole === undefined ? typed : `${whole}.${decimals.padEnd(2, "0")}`;
}

/** Like a price, but it may be nothing. */
export const typedVat = z.union(
  [
    z.literal("").transform(() => 0),
    z.string().trim().regex(money, WRONG_FORM).transform(centsOf).pipe(z.number().max(MOST_CENTS, tooMuch)),
  ],
  { error: WRONG_FORM },
);

/** As JSON an amount may also be a number with at most two decimals. */
function asTyped(value: unknown): unknown {
  return typeof value === "number" && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6 ? value.toFixed(2) : value;
}

export const MOST_PIECES = 999_999;

/** Pieces in stock: digits only. */
export const typedQuantity = z
  .string({ error: requiredIn })
  .trim()
  .min(1, { error: REQUIRED, abort: true })
  .regex(/^\d+$/, { error: WRONG_FORM, abort: true })
  .transform(Number)
  .pipe(z.number().max(MOST_PIECES, `This can be at most ${MOST_PIECES}.`));
const digitsOf = (value: unknown) => (typeof value === "number" ? String(value) : value);

const size = z.number({ error: WRONG_FORM }).min(0, WRONG_FORM).max(100_000, "This can be at most 100000.");
export const typedSize = z.union(
  [
    z.literal("").transform(() => null),
    z
      .string()
      .trim()
      .regex(/^\d+(\.\d{1,3})?$/, WRONG_FORM)
      .transform(Number)
      .pipe(size),
  ],
  { error: WRONG_FORM },
);

const discountPercent = z
  .number({ error: requiredIn })
  .int(WRONG_FORM)
  .min(1, "This must be at least 1.")
  .max(99, "This can be at most 99.");
export const typedPercent = z
  .string({ error: requiredIn })
  .trim()
  .min(1, { error: REQUIRED, abort: true })
  .regex(/^\d+$/, { error: WRONG_FORM, abort: true })
  .transform(Number)
  .pipe(discountPercent);

const tag = z
  .string()
  .transform((value) => value.replace(/\s+/g, " ").trim())
  .pipe(
    z
      .string()
      .max(40, "A tag can have at most 40 characters.")
      .refine((value) => !UNPRINTABLE.test(value), WRONG_FORM),
  );
/** Each once, in any case; empty ones do not count. */
const once = (tags: string[]) => [...new Map(tags.filter(Boolean).map((word) => [word.toLowerCase(), word])).values()];
export const tags = z.array(tag).max(20, "A product can have at most 20 tags.").transform(once);
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

const part = z.string().trim().max(60, "Maximum length is 60 characters.").default("");
/** Rows without a word in them do not count; half of a row asks for its other half. */
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

const reference = (error: string | typeof requiredIn) =>
  z.union(
    [
      z.string().regex(/^[0-9a-f]{24}$/, { error }),
      z.object({ _id: z.string().regex(/^[0-9a-f]{24}$/, { error }) }).transform((given) => given._id),
    ],
    { error },
  );
export const imageIds = z
  .array(reference("That is not an image."))
  .max(MOST_IMAGES, TOO_MANY_FILES)
  .transform((ids) => [...new Set(ids)]);

/** What both ways of saving share. */
export const described = {
  title: text(5, 100),
  description: text(20, 5000, true),
  sku: text(1, 60),
  barcode: text(1, 60),
};

/** `POST` and `PUT /product/manage-product`. */
export const productPayload = z
  .object({
    ...described,
    amount: z
      .preprocess(asTyped, typedPrice)
      .describe("Dollars: a text with two decimals, or a number with at most two. The price before any discount.")
      .meta({ type: ["string", "number"], pattern: "^\\d+\\.\\d{2}$" }),
    quantity: z
      .preprocess(digitsOf, typedQuantity)
      .describe("Pieces in stock: a whole number, or a text of digits.")
      .meta({ type: ["string", "integer"], pattern: "^\\d+$" }),
    quantityBefore: z
      .preprocess((value) => (value === undefined ? undefined : digitsOf(value)), typedQuantity.optional())
      .describe("The stock that `quantity` was changed from: what was sold meanwhile is then taken off. Only with PUT.")
      .meta({ type: ["string", "integer"], pattern: "^\\d+$" }),
    lowStockAt: z
      .preprocess(digitsOf, typedQuantity.nullable().optional())
      .describe(
        "From so many pieces down it runs low: a whole number, or a text of digits; null for the stall's mark. Left out, it stays as it is; a new product then goes by the stall's.",
      )
      .meta({ type: ["string", "integer", "null"], pattern: "^\\d+$" }),
    category: reference(requiredIn).describe("Id, one of the store's categories."),
    image: imageIds.default([]).describe("Ids, or objects with _id; the first is the one on the card."),
    video: reference("That is not a video.").nullable().default(null),
    measurement: z
      .object({
        height: size.nullable().default(null),
        width: size.nullable().default(null),
        length: size.nullable().default(null),
        weight: size.nullable().default(null),
      })
      .default({ height: null, width: null, length: null, weight: null }),
    tags: tags.default([]),
    variations: variations.default([]),
    discountType: z.enum(["none", "percentage"], { error: WRONG_FORM }).default("none"),
    discountPercentage: discountPercent.or(z.literal(0)).default(0),
    taxClass: taxClass.default("standard"),
    vatAmount: z
      .preprocess(asTyped, typedVat)
      .default(0)
      .describe("Dollars: a text with two decimals, or a number with at most two. Empty is none.")
      .meta({
        anyOf: [
          { type: "string", pattern: "^(\\d+\\.\\d{2})?$" },
          { type: "number", minimum: 0 },
        ],
      }),
    isPhysical: z.boolean({ error: WRONG_FORM }).default(true),
    availType: z
      .enum(["draft", "in-review", "published"], { error: WRONG_FORM })
      .default("draft")
      .describe("published only keeps what is published already."),
  })
  .refine((p) => p.discountType === "none" || p.discountPercentage > 0, {
    path: ["discountPercentage"],
    error: REQUIRED,
  });
export type ProductPayload = z.output<typeof productPayload>;

/** What of a published product waits for review, as it is stored. */
export const revisionPayload = z.object({
  title: z.string(),
  description: z.string(),
  categoryId: z.string(),
  tags: z.array(z.string()),
  imageIds: z.array(z.string()),
  videoId: z.string().nullable(),
});
export type RevisionPayload = z.infer<typeof revisionPayload>;

/** That an operator keeps a product off sale. */
export const takenOff = z
  .object({ at: z.string(), reason: z.string() })
  .describe("Since when an operator keeps it off sale, and why: saving it does not put it back. Absent: nobody does.");

const measure = z.number().nullable();
const reviewed = {
  title: z.string(),
  description: z.string(),
  category: z.object({ _id: z.string(), title: z.string(), tint }),
  tags: z.array(z.string()),
  image: z.array(image),
  video: video.optional(),
};

export const managedProduct = z
  .object({
    _id: z.string(),
    ...reviewed,
    amount: dollars.describe("The price before any discount."),
    discountedPrice: dollars.optional().describe("What the buyer pays, when that is less."),
    discountType: z.enum(["none", "percentage"]),
    discountPercentage: z.number().int(),
    discount: z.number().int().describe("Percent off, 0 for none."),
    taxClass,
    vatAmount: dollars,
    quantity: z.number().int(),
    lowStockAt: z
      .number()
      .int()
      .nullable()
      .describe("From so many pieces down it runs low; null: by the stall's mark."),
    runsLow: z.boolean().describe("It has so few pieces left, or none."),
    sku: z.string(),
    barcode: z.string(),
    isPhysical: z.boolean(),
    measurement: z.object({ height: measure, width: measure, length: measure, weight: measure }),
    variations: z.array(z.object({ variation: z.string(), value: z.string() })),
    availType: z.enum(["published", "in-review", "draft"]),
    rating: z.number().int().nullable(),
    sentBackReason: z.string().describe("Why it was sent back last; empty when it was not."),
    takenOff: takenOff.optional(),
    waiting: z
      .object({ ...reviewed, submittedAt: z.string() })
      .optional()
      .describe("A change of the published product that waits for review."),
    createdAt: z.string(),
    updatedAt: z.string().describe("When anything of it became different, its stock too."),
    deletedAt: z.string().optional().describe("Only among what was changed since a moment: it is gone."),
  })
  .meta({ id: "ManagedProduct" });
export type ManagedProduct = z.infer<typeof managedProduct>;

/** What a merchant's own list can be narrowed to. */
const STANDS = ["out-of-stock", "low-stock", "sent-back", "taken-off"] as const;
export type Stand = (typeof STANDS)[number];

export const managedQuery = z.object({
  q: z
    .string()
    .trim()
    .max(100, "A search can have at most 100 characters.")
    .default("")
    .describe("Part of the title, in any case."),
  only: z
    .enum(["", ...STANDS], { error: `only must be one of: ${STANDS.join(", ")}.` })
    .default("")
    .describe(
      "out-of-stock, low-stock: of those on sale, without a piece left, or with as few as its mark of low stock, or the stall's. sent-back: those that came back from review. taken-off: those that an operator keeps off sale.",
    ),
  page,
  from: firstPage.describe("With page: answers the pages from this one to that one together, 20 at the most."),
  limit,
  after,
  updatedSince,
});
export type ManagedQuery = z.infer<typeof managedQuery>;

/** One row of a spreadsheet of products, checked. */
export const importRow = z.object({
  row: z.number().int().describe("As a spreadsheet counts: the headings are row 1."),
  sku: z.string(),
  title: z.string(),
  outcome: z.enum(["created", "changed", "unchanged", "deleted", "wrong"]),
  errors: z.array(
    z.object({
      column: z.string().describe("The column's heading; empty where it is the whole row."),
      message: z.string(),
    }),
  ),
  changes: z
    .array(z.object({ column: z.string(), from: z.string(), to: z.string() }))
    .describe("What would be changed; long texts are cut short."),
});
export type ImportRow = z.infer<typeof importRow>;

export const importReport = z
  .object({
    _id: z.string(),
    fileName: z.string(),
    createdAt: z.string(),
    encoding: z.string().describe("What the file was read as, where it was not UTF-8; empty otherwise."),
    rows: z.number().int().describe("Rows with a product in them."),
    startedAt: z.string().nullable().describe("When a job was asked to take it over: that of more than 1,000 rows."),
    doneRows: z.number().int().describe("Rows that the job has checked; they are written all at once afterwards."),
    problem: z.string().describe("Why the job could not take it over; empty where it goes on, or was done."),
    appliedAt: z.string().nullable().describe("When it was taken over; null while it was only checked."),
    takesBack: z.string().nullable().describe("The import that this one takes back."),
    takenBackAt: z.string().nullable().describe("When it was taken back."),
    created: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    deleted: z.number().int(),
    wrong: z.number().int().describe("Rows with errors: while there are any, nothing can be taken over."),
    unknownColumns: z.array(z.string()).describe("Headings that are not known; what stands under them is left out."),
    docs: z
      .array(importRow)
      .describe("Every row with errors; without any, every row that would be created or changed."),
    page: z.number().int(),
    hasNextPage: z.boolean(),
    total: z.number().int().describe("Rows on all pages."),
  })
  .meta({ id: "ProductImport" });
export type ImportReport = z.infer<typeof importReport>;

/** An import without its rows. */
export const importSummary = importReport
  .pick({
    _id: true,
    fileName: true,
    createdAt: true,
    startedAt: true,
    problem: true,
    appliedAt: true,
    takesBack: true,
    takenBackAt: true,
    created: true,
    changed: true,
    deleted: true,
  })
  .meta({ id: "ProductImportSummary" });
export type ImportSummary = z.infer<typeof importSummary>;
