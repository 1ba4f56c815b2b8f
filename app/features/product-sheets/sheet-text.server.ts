import type { Services } from "~/platform/services.server";
import { isWorkbook, ReaderUnavailable, WorkbookRefused } from "~/platform/workbooks/read-workbook.server";
import { decodeSheet, type DecodedSheet } from "./decode-sheet.server";
import { SKU_HEADINGS } from "./headings";
import { readerOutOfReach, unreadableWorkbook, workbookTooLarge } from "./errors.server";

/** The text of a spreadsheet's file: a CSV as it is, or the sheet of products in a workbook (.xlsx) as CSV. */
export async function sheetText(
  { log, workbooks }: Pick<Services, "log" | "workbooks">,
  merchantId: string,
  bytes: Uint8Array,
): Promise<DecodedSheet> {
  if (!isWorkbook(bytes)) return decodeSheet(bytes);
  try {
    return { text: await workbooks.asCsv(merchantId, bytes, SKU_HEADINGS), encoding: "" };
  } catch (error) {
    if (error instanceof WorkbookRefused) throw error.why === "cost" ? workbookTooLarge() : unreadableWorkbook();
    if (!(error instanceof ReaderUnavailable)) throw error;
    log.warn({ err: error, merchantId }, "a workbook could not be read");
    throw readerOutOfReach();
  }
}
