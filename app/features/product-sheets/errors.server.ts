import { Refusal, refusal } from "~/platform/refusal";
import { columnsInWords } from "./located-errors";
import { COLUMNS } from "./sheet.server";

export const noCsv = refusal("no_file", 422, "Choose an Excel or CSV file.", "file");
export const csvTooLarge = refusal("file_too_large", 413, "The file is larger than 5 MB. Please split it.", "file");
export const notUtf8 = refusal(
  "not_utf8",
  422,
  "This is no file that can be read. Save it as an Excel workbook (.xlsx) or as “CSV UTF-8” and choose it again.",
  "file",
);
/** `part` is a part of the file that no code page turns into words. */
export const encodingUnclear = (part: string) =>
  new Refusal(422, [
    {
      message: `It is not clear which letters the file has: “${part}” is in none of our words. Save it as an Excel workbook (.xlsx) or as “CSV UTF-8” and choose it again.`,
      code: "not_utf8",
      field: "file",
    },
  ]);
export const unreadableWorkbook = refusal(
  "unreadable_workbook",
  422,
  "This workbook cannot be read. Save it anew as .xlsx, or as “CSV UTF-8”, and choose it again.",
  "file",
);
export const workbookTooLarge = refusal(
  "file_too_large",
  413,
  "The workbook holds more than can be read at once. Please split it, or take out pictures and other sheets.",
  "file",
);
export const readerOutOfReach = () =>
  new Refusal(
    503,
    [
      {
        message: "The workbook could not be read just now, for too many come at once. Please try again in a moment.",
        code: "unavailable",
      },
    ],
    { "Retry-After": "10" },
  );
export const noSkuColumn = refusal(
  "no_sku_column",
  422,
  "There is no column SKU, by which products are found. The headings must stand in one of the first 20 rows.",
  "file",
);
/** `missing` are the columns that new products need; `headings` are those of the file. */
export const missingColumn = (missing: readonly string[], headings: readonly string[]) =>
  new Refusal(422, [
    {
      message: `All products of the file are new, and it lacks the ${columnsInWords(missing)}, which new products need. It has these headings: ${headings.join(", ")}. Add what is missing under exactly this name, fill it in for each row and choose the file again.${missing.includes(COLUMNS.category) ? " One category can be chosen for all rows instead." : ""}`,
      code: "missing_column",
      field: "file",
    },
  ]);
export const emptyCsv = refusal("empty_csv", 422, "There is no product in the file.", "file");
export const unknownImport = refusal("unknown_import", 404, "This file has been forgotten. Please choose it again.");
export const importNotValid = refusal(
  "import_not_valid",
  422,
  "Nothing was changed: there are still errors in the file. Mend them and choose it again.",
);
export const importHasQuestions = refusal(
  "import_has_questions",
  422,
  "Nothing was changed: there are questions about the file. Answer them first.",
);
export const importOutdated = refusal(
  "import_outdated",
  409,
  "Nothing was changed: since you looked, products of this file have become different. The rows below are marked. Look at them and press again.",
);
export const notTakenBack = refusal(
  "not_taken_back",
  409,
  "This import cannot be taken back: it was not taken over, or was taken back already.",
);
