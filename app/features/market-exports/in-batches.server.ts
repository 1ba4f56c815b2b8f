import type { Services } from "~/platform/services.server";
import type { SpreadsheetRow } from "~/platform/spreadsheet.server";
import { plusDays, startOfDay } from "~/platform/time-zone";
import { takingTurns } from "~/platform/turns";
import type { ExportQuery } from "./schema";

/** Entries that are read and written before other work gets a turn. */
export const BATCH = 100;

export type Place = Pick<Services, "db" | "config">;

/** The moments at which an export's days begin and end. Null without a first or without a last day. */
export function momentsOf({ since, until }: ExportQuery, timeZone: string) {
  return {
    from: since ? startOfDay(timeZone, since) : null,
    before: until ? startOfDay(timeZone, plusDays(until, 1)) : null,
  };
}

/**
 * The rows of a list, one batch at a time.
 * @param read the entries behind `last`, `BATCH` at most
 */
export async function* inBatches<Entry>(
  read: (last: Entry | undefined) => Promise<Entry[]>,
  rowsOf: (entries: Entry[]) => Promise<SpreadsheetRow[]>,
): AsyncGenerator<SpreadsheetRow[]> {
  const turn = takingTurns();
  let last: Entry | undefined;
  do {
    const entries = await read(last);
    yield await rowsOf(entries);
    await turn();
    last = entries.length === BATCH ? entries.at(-1) : undefined;
  } while (last !== undefined);
}
