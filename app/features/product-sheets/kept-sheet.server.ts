import type { ProductImportRow } from "~/platform/database/tables";
import { textOf } from "./letters.server";
import { readSheet, type Sheet } from "./read-csv.server";
import type { Answers } from "./row-questions.server";
import type { ImportQuestion } from "./schema";

/** A kept file as it is read with the answers so far. */
export interface KeptSheet extends Sheet {
  /** The name of its letters, where it was not UTF-8; empty otherwise. */
  encoding: string;
  /** The question about its letters; null where they are clear. */
  question: ImportQuestion | null;
  /** Title of the category for rows without one; empty where none was chosen. */
  fallbackCategory: string;
}

/** Reads a kept file. Refuses what `readSheet` and `textOf` refuse. */
export async function keptSheet(
  importRow: Pick<ProductImportRow, "csv" | "encoding" | "takesBack" | "fallbackCategory">,
  answers: Answers,
): Promise<KeptSheet> {
  const { text, encoding, question } = await textOf(importRow, answers);
  return {
    ...(await readSheet(text, { isOurs: importRow.takesBack !== null })),
    encoding,
    question,
    fallbackCategory: importRow.fallbackCategory,
  };
}
