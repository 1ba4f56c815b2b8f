import { z } from "~/features/zod";

/** The file formats of an export. */
export const spreadsheetFormat = z
  .enum(["csv", "xlsx"], { error: "format must be csv or xlsx." })
  .default("csv")
  .describe("xlsx: a workbook whose cells are all texts.");
export type SpreadsheetFormat = z.infer<typeof spreadsheetFormat>;
