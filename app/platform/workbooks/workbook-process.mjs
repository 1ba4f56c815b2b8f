import { writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";

/*
 * Unpacks strangers' workbooks: a process of its own for one file, without the shop's environment, that ends itself
 * when the file costs too much. Node gets this file as text (read-workbook.server.ts), so that there is no second file
 * to be found. The only packages that it loads are read-excel-file with its fflate, and csv-stringify, whose paths it
 * is given.
 */

const [reader = "", writer = "", limitsText = "{}"] = process.argv.slice(1);
/** @type {import("./read-workbook.server").ReaderLimits & { exits: Record<string, number> }} */
const limits = JSON.parse(limitsText);

// If memory runs out, the kernel should end this process and not the shop's.
try {
  if (process.platform === "linux") writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // A container may forbid it; the limits below hold without it.
}

// The reader works on a thread of its own, so that this one can watch it. It cannot be asked to stop, so the process
// ends.
setInterval(() => {
  if (process.memoryUsage.rss() > limits.memoryBytes) process.exit(limits.exits["memory"]);
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1000 > limits.cpuMs) process.exit(limits.exits["cpu"]);
}, 20);

const READER = `
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
/* Fifteen digits are what a workbook holds: 0.1 + 0.2 is written 0.3. */
const written = (cell) =>
  cell === null || cell === undefined ? ""
  : cell instanceof Date ? cell.toISOString().replace("T00:00:00.000Z", "")
  : typeof cell === "number" ? String(Number(cell.toPrecision(15)))
  : typeof cell === "boolean" ? (cell ? "yes" : "no")
  : String(cell);
const { bytes, limits, reader, writer } = workerData;
const require = createRequire(reader);
const plain = (cell) => String(cell ?? "").normalize("NFD").toLowerCase().replace(/[^\\p{L}\\p{N}]/gu, "");
/* The first sheet with one of the headings in its first rows; others, such as a summary, are passed over. */
async function wantedSheet(readSheet) {
  const hasHeading = (rows) => rows.slice(0, 20).some((row) => row.some((cell) => limits.headings.includes(plain(cell))));
  const first = await readSheet(Buffer.from(bytes));
  for (let number = 1, rows = first; number <= limits.sheets; number += 1) {
    if (number > 1) rows = await readSheet(Buffer.from(bytes), number).catch(() => null);
    if (rows === null) break;
    if (hasHeading(rows)) return { rows, number };
  }
  return { rows: first, number: 1 };
}
/* Cells whose formula failed, by address: the reader leaves them out. A part of the sheet is looked at after the other. */
function failedCells(number) {
  const { Unzip, UnzipInflate } = require("fflate");
  const cells = new Map();
  const unzip = new Unzip((file) => {
    if (file.name !== "xl/worksheets/sheet" + number + ".xml") return;
    let text = "";
    file.ondata = (error, part) => {
      if (error) return;
      text += Buffer.from(part).toString("latin1");
      for (const [, before, after, value] of text.matchAll(/<c\\b([^>]{0,200})\\bt="e"([^>]{0,200})>(?:<f[^<]{0,9000}(?:<\\/f>)?)?<v>(#[^<]{1,20})<\\/v>/g)) {
        const [, letters, row] = /\\br="([A-Z]{1,3})(\\d{1,7})"/.exec(before + after) ?? [];
        if (row) cells.set(letters + row, value);
      }
      text = text.slice(Math.max(text.lastIndexOf("<c "), text.length - 10000, 0));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < bytes.length; at += 65536) unzip.push(bytes.subarray(at, at + 65536), at + 65536 >= bytes.length);
  return cells;
}
const placeOf = (letters) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
async function csv() {
  const [{ readSheet }, { stringify }] = [require(reader), require(writer)];
  const { rows, number } = await wantedSheet(readSheet);
  for (const [address, value] of failedCells(number)) {
    const [, letters, row] = /^([A-Z]+)(\\d+)$/.exec(address);
    const cells = rows[row - 1];
    if (cells && cells[placeOf(letters)] === null) cells[placeOf(letters)] = value;
  }
  let letters = 0;
  const texts = rows.slice(0, limits.rows).map((row) =>
    row.slice(0, limits.columns).map((cell) => {
      const text = written(cell).replaceAll("\\0", "");
      letters += text.length;
      return text;
    }),
  );
  return letters > limits.letters ? { refused: "cost" } : { csv: stringify(texts) };
}
csv().then(
  (answer) => parentPort.postMessage(answer),
  () => parentPort.postMessage({ refused: "broken" }),
);
`;

process.once("message", (bytes) => {
  const worker = new Worker(READER, { eval: true, workerData: { bytes, limits, reader, writer } });
  const answer = (/** @type {unknown} */ message) => process.send?.(message, () => process.exit(0));
  worker.once("message", answer);
  worker.once("error", () => answer({ refused: "broken" }));
});
