import type { ProductImportRow } from "~/platform/database/tables";
import { textOf } from "./letters.server";
import { readSheet, type Sheet } from "./read-csv.server";
import type { Answers } from "./row-questions.server";
import type { ImportQuestion } from "./schema";

/** The rows of an uploaded file, read with the answers that its merchant has given so far. */
export interface UploadedSheet extends Sheet {
  /** The character encoding of the file; empty for UTF-8. */
  encoding: string;
  /** The question which encoding is right; null where that is certain. */
  question: ImportQuestion | null;
  /** Title of the category for rows that name none; empty where the merchant chose none. */
  fallbackCategory: string;
}

/** Reads the file of an import from its row. Refuses the same as `readSheet` and `textOf`. */
export async function readUploadedSheet(
  importRow: Pick<ProductImportRow, "csv" | "encoding" | "takesBack" | "fallbackCategory">,
  answers: Answers,
): Promise<UploadedSheet> {
  const { text, encoding, question } = await textOf(importRow, answers);
  return {
    ...(await readSheet(text, { isOurs: importRow.takesBack !== null })),
    encoding,
    question,
    fallbackCategory: importRow.fallbackCategory,
  };
}
