import { z } from "~/features/zod";

/* Imports of products from a spreadsheet: their calls and answers. Source: specification §7. */

/** The reasons for a question about a row. */
const QUESTION_CODES = [
  "changed_meanwhile",
  "counted_meanwhile",
  "stock_may_be_old",
  "zeros_lost",
  "looks_like_number",
  "looks_like_date",
  "thousand_or_decimal",
  "letters_unclear",
] as const;
export type QuestionCode = (typeof QUESTION_CODES)[number];
const questionCode = z
  .enum(QUESTION_CODES)
  .describe(
    "changed_meanwhile: the file and somebody else have changed the field since the export. counted_meanwhile: both have set the stock. stock_may_be_old: a file without the column As exported gives another stock, and orders have moved it since it was last set. zeros_lost, looks_like_number, looks_like_date, thousand_or_decimal: a spreadsheet may have spoilt the value. letters_unclear: the file is not UTF-8, and its letters read in several ways; the answer holds for all of it.",
  );

export const importQuestion = z
  .object({
    question: z.string().describe("Its name, for an answer. With other values it is another question."),
    code: questionCode,
    column: z.string(),
    message: z.string(),
    choices: z.array(z.object({ choice: z.string(), label: z.string() })),
    answer: z.string().nullable().describe("The choice that was made; null while there is none."),
  })
  .meta({ id: "ProductImportQuestion" });
export type ImportQuestion = z.infer<typeof importQuestion>;

const choice = z.string({ error: "Choose one." }).min(1, "Choose one.").max(20, "Choose one.");
const MOST_ANSWERS = 1000;
/** `PUT /product/manage-product/import/{id}/answers`. */
export const importAnswers = z.object({
  answers: z
    .array(
      z.object({
        question: z.string({ error: "This field is required." }).max(120, "There is no such question."),
        choice,
      }),
      { error: "answers must be a list." },
    )
    .max(MOST_ANSWERS, `At most ${MOST_ANSWERS} answers are taken together.`)
    .default([])
    .describe("Questions that are not asked any more are left out."),
  all: z
    .array(z.object({ code: questionCode, choice }), { error: "all must be a list." })
    .max(QUESTION_CODES.length, "Each kind of question can be answered once.")
    .default([])
    .describe("One choice for every question of a kind that has it and has no answer yet."),
});
export type ImportAnswers = z.output<typeof importAnswers>;

/** One checked row of a spreadsheet of products. */
export const importRow = z.object({
  row: z.number().int().describe("As a spreadsheet counts: the headings are row 1."),
  sku: z.string(),
  title: z.string(),
  outcome: z.enum(["created", "changed", "unchanged", "deleted", "wrong"]),
  errors: z.array(
    z.object({
      column: z.string().describe("The column's heading; empty where it is the whole row."),
      message: z.string(),
      cell: z.string().optional().describe("Its address in the file, such as B7; absent where it is the whole row."),
      value: z.string().optional().describe("What stands in the cell; long texts are cut short."),
    }),
  ),
  changes: z
    .array(z.object({ column: z.string(), from: z.string(), to: z.string() }))
    .describe("What would be changed, and every value of a new product; long texts are cut short."),
  questions: z.array(importQuestion).describe("Until they are answered, nothing is taken over."),
  isOutdated: z.boolean().describe("It comes out otherwise than when the file was checked or last answered about."),
});
export type ImportRow = z.infer<typeof importRow>;

export const importReport = z
  .object({
    _id: z.string(),
    fileName: z.string(),
    createdAt: z.string(),
    encoding: z.string().describe("What the file was read as, where it was not UTF-8; empty otherwise."),
    fallbackCategory: z
      .string()
      .describe("The title of the category for rows without one; empty where none was chosen."),
    rows: z.number().int().describe("Rows with a product in them."),
    startedAt: z.string().nullable().describe("When a job was asked to take it over: that of more than 1,000 rows."),
    doneRows: z.number().int().describe("Rows that the job has checked; they are written all at once afterwards."),
    problem: z.string().describe("Why the job could not take it over; empty where it goes on, or was done."),
    problemCode: z
      .string()
      .describe("The code of that refusal, as the call itself would answer it; empty without one."),
    appliedAt: z.string().nullable().describe("When it was taken over; null while it was only checked."),
    takesBack: z.string().nullable().describe("The import that this one takes back."),
    takenBackAt: z.string().nullable().describe("When it was taken back."),
    created: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    deleted: z.number().int(),
    wrong: z.number().int().describe("Rows with errors: while there are any, nothing can be taken over."),
    questions: z.number().int().describe("Questions without an answer: while there are any, nothing is taken over."),
    outdated: z
      .number()
      .int()
      .describe("Rows that come out otherwise than when the file was checked or last answered about."),
    version: z.string().describe("Of what would be done, for apply; empty once it was done."),
    unknownColumns: z.array(z.string()).describe("Headings that are not known; what stands under them is left out."),
    docs: z
      .array(importRow)
      .describe(
        "Every row with errors; without any, every row with questions while one is open; then every row that would be created or changed.",
      ),
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
    problemCode: true,
    appliedAt: true,
    takesBack: true,
    takenBackAt: true,
    created: true,
    changed: true,
    deleted: true,
  })
  .meta({ id: "ProductImportSummary" });
export type ImportSummary = z.infer<typeof importSummary>;
