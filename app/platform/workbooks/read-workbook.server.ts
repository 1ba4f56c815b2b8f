import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fairQueue } from "~/platform/fair-queue";
import { besideTheShop, MALLOC_GIVES_BACK } from "~/platform/memory.server";
import { waitForExit, roomForAll, type ProcessSlot } from "~/platform/process-slot";
// oxlint-disable-next-line import/default -- The bundler makes a text of it.
import program from "./workbook-process.mjs?raw";

/** Damaged or of another kind; more memory or time than a workbook may take. */
export type WhyRefused = "broken" | "cost";

export class WorkbookRefused extends Error {
  constructor(readonly why: WhyRefused) {
    super(`The workbook is refused: ${why}.`);
  }
}
/** No process could be started, or too many workbooks wait. A retry may succeed. */
export class ReaderUnavailable extends Error {}

export interface ReaderLimits {
  /** The limit of the process's resident memory, itself (60 MB) included. */
  memoryBytes: number;
  cpuMs: number;
  /** The time in all, for a process that hangs. */
  wallMs: number;
  /** The most rows and columns that are returned. */
  rows: number;
  columns: number;
  /** The most sheets that are looked at, one after the other. */
  sheets: number;
  /** In all cells. A workbook with more is refused. */
  letters: number;
}

const MEGABYTE = 1024 * 1024;
/** Ten thousand products with their texts took 120 MB, half of it Node's own program, and less than two seconds. */
const READER_LIMITS: ReaderLimits = {
  memoryBytes: 250 * MEGABYTE,
  cpuMs: 10_000,
  wallMs: 30_000,
  rows: 10_002,
  columns: 201,
  sheets: 5,
  letters: 5 * MEGABYTE,
};
const EXITS = { memory: 81, cpu: 82 };
/** How many workbooks may wait. Their bytes are in memory meanwhile. */
const WAITING = { perAccount: 2, inAll: 10 };

/** The limits beside a shop that may take this many bytes with its workbooks. */
export function readerLimits(memoryBytes: number): ReaderLimits {
  return { ...READER_LIMITS, memoryBytes: besideTheShop(READER_LIMITS.memoryBytes, memoryBytes) };
}

/** Whether these are the bytes of a workbook (.xlsx): an archive, which no text begins like. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/** A reader of strangers' workbooks. */
export interface WorkbookReader {
  /**
   * A sheet of a workbook as CSV, when the account's turn has come: the first sheet that has one of `headings` in its
   * first twenty rows, or else the first. Headings are without case, accents, spaces and signs. The CSV has values
   * only: nothing is computed, followed or fetched, and a formula that failed is its error. Throws `WorkbookRefused`
   * and `ReaderUnavailable`.
   */
  asCsv(account: string, bytes: Uint8Array, headings?: string[]): Promise<string>;
}

/**
 * Reads each workbook in a process of its own.
 * @param slot shared with others whose processes must not run at the same time
 */
export function workbookReader(limits: Partial<ReaderLimits> = {}, slot: ProcessSlot = roomForAll): WorkbookReader {
  const queue = fairQueue({ ...WAITING, full: () => new ReaderUnavailable("Too many workbooks wait to be read.") });
  // Its process ends with each workbook, so none is left to end.
  const leave = async () => {};
  return {
    asCsv: (account, bytes, headings = []) =>
      queue.run(account, () => slot.run(leave, () => readOne(bytes, { ...READER_LIMITS, ...limits, headings }))),
  };
}

function readOne(bytes: Uint8Array, limits: ReaderLimits & { headings: string[] }): Promise<string> {
  const { resolve: placeOf } = createRequire(import.meta.url);
  const places = [placeOf("read-excel-file/node"), placeOf("csv-stringify/sync")];
  const settings = JSON.stringify({ ...limits, exits: EXITS });
  const child = spawn(
    process.execPath,
    // Otherwise V8's young generation grows to 16 MB a half. Ten thousand rows then took 83 MB, and 60 with the limit.
    [
      "--max-old-space-size=192",
      "--max-semi-space-size=1",
      "--input-type=module",
      "--eval",
      program,
      ...places,
      settings,
    ],
    // It sees nothing of the environment, so that whoever takes it over finds no secret there.
    {
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
      env: { NODE_ENV: process.env.NODE_ENV, ...MALLOC_GIVES_BACK },
    },
  );
  let isLate = false;
  const tooLate = setTimeout(() => {
    isLate = true;
    child.kill("SIGKILL");
  }, limits.wallMs);
  return new Promise<string>((resolve, reject) => {
    child.once("message", (answer: { csv: string } | { refused: WhyRefused }) =>
      "csv" in answer ? resolve(answer.csv) : reject(new WorkbookRefused(answer.refused)),
    );
    child.once("error", (error) => reject(new ReaderUnavailable(error.message)));
    child.once("exit", (code, signal) =>
      // V8 aborts if memory runs out before the watch sees it.
      reject(
        isLate || code === EXITS.memory || code === EXITS.cpu || signal === "SIGABRT" || code === 134
          ? new WorkbookRefused("cost")
          : new ReaderUnavailable(`The process that reads workbooks has ended: ${signal ?? code}.`),
      ),
    );
    child.send(bytes, (error) => error && reject(new ReaderUnavailable(error.message)));
  }).finally(async () => {
    clearTimeout(tooLate);
    child.removeAllListeners();
    child.on("error", () => undefined);
    await waitForExit(child);
  });
}
