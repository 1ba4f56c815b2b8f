import { z } from "~/features/zod";

/* Products taken over from a spreadsheet: what is answered of an import. Source: specification §7. */

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
