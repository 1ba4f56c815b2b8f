import { day, inOrder } from "~/features/fields";
import { spreadsheetFormat } from "~/features/spreadsheet-format";
import { z } from "~/features/zod";

/** The days of an export of all stalls, and its format. */
const exportFields = z.object({
  since: day("since").describe("From this day on, as the marketplace counts days."),
  until: day("until").describe("Up to and with this day."),
  format: spreadsheetFormat,
});
export const exportQuery = exportFields.refine(inOrder.check, inOrder.error);
export type ExportQuery = z.infer<typeof exportFields>;

/** The exports of all stalls, with their names for people. */
export const EXPORTS = { orders: "Orders", payments: "Payments", fees: "Fees" } as const;
export type ExportName = keyof typeof EXPORTS;
