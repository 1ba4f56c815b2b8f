import { type Cents, toDollars } from "~/features/fields";
import { entriesBehind, type AccountEntry } from "./account.server";
import type { SpreadsheetFormat } from "~/features/spreadsheet-format";
import type { Services } from "~/platform/services.server";
import { spreadsheetStream, type SpreadsheetRow } from "~/platform/spreadsheet.server";
import { dayIn } from "~/platform/time-zone";
import { takingTurns } from "~/platform/turns";
import { nextMonth, startOfMonth } from "./months";
import type { Statement } from "./statement-schema";

/** Entries that are read and written before another task gets a turn. */
const BATCH = 500;

type Needs = Pick<Services, "db" | "config">;

/** The entries of a month in batches, oldest first. Other tasks get a turn between two batches. */
export async function* entriesOf(
  { db, config: { timeZone } }: Needs,
  merchantId: string,
  month: string,
): AsyncGenerator<AccountEntry[]> {
  const turn = takingTurns();
  const period = { from: startOfMonth(timeZone, month), until: startOfMonth(timeZone, nextMonth(month)) };
  for (let last: AccountEntry | null | undefined = null; last !== undefined;) {
    const entries: AccountEntry[] = await entriesBehind(db, merchantId, period, last, BATCH);
    if (entries.length > 0) yield entries;
    await turn();
    last = entries.length === BATCH ? entries.at(-1) : undefined;
  }
}

/** The name of an entry. A reversal has the same kind with the opposite sign. */
export function kindInWords({ kind, amountCents }: Pick<AccountEntry, "kind" | "amountCents">): string {
  switch (kind) {
    case "sale":
      return "Sale";
    case "delivery":
      return amountCents > 0 ? "Delivery fee" : "Delivery fee refunded";
    case "refund":
      return "Refund";
    case "dispute":
      return "Lost dispute";
    case "fee":
      return amountCents > 0 ? "Fee given back" : "Fee";
    case "payout":
      return amountCents > 0 ? "Payout taken back" : "Payout";
    case "cash":
      return amountCents > 0 ? "Given back by you" : "Paid to you";
  }
}

/**
 * A month as CSV or as a workbook: its opening balance, a line for each entry with the balance after it, its closing
 * balance.
 */
export function statementExport(
  needs: Needs,
  merchantId: string,
  { month, timeZone, isOver }: Statement,
  openingCents: Cents,
  format: SpreadsheetFormat,
): ReadableStream<Uint8Array> {
  async function* batches(): AsyncGenerator<SpreadsheetRow[]> {
    let cents = openingCents;
    yield [[`${month}-01`, "Opening balance", "", "", "", "", money(cents)]];
    for await (const entries of entriesOf(needs, merchantId, month))
      yield entries.map((entry): SpreadsheetRow => {
        cents += entry.amountCents;
        const { createdAt, itemId, note, amountCents, vatCents } = entry;
        return [
          dayIn(timeZone, createdAt),
          kindInWords(entry),
          itemId ?? "",
          note,
          money(amountCents),
          money(vatCents),
          money(cents),
        ];
      });
    yield [["", isOver ? "Closing balance" : "Balance so far; the month is not over", "", "", "", "", money(cents)]];
  }
  return spreadsheetStream(
    format,
    [`Day (${timeZone})`, "Kind", "Order ID", "Note", "Amount", "Of which VAT", "Balance"],
    batches(),
  );
}

const money = (cents: number) => toDollars(cents).toFixed(2);
