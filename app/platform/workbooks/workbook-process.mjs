import { writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";

/*
 * What unpacks strangers' workbooks: a process of its own, without the shop's environment, for one file, that ends
 * itself when the file costs too much. It is handed to Node as text (read-workbook.server.ts), so that there is no
 * second file to be found; it takes nothing but read-excel-file and csv-stringify, whose places it is told.
 */

const [reader = "", writer = "", limitsText = "{}"] = process.argv.slice(1);
/** @type {import("./read-workbook.server").ReaderLimits & { exits: Record<string, number> }} */
const limits = JSON.parse(limitsText);

// When memory runs out, the kernel is to end this process and not the shop's.
try {
  if (process.platform === "linux") writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // A container may forbid it; the bounds below hold without it.
}

// The reader works on a thread of its own, so that this one can watch it. It cannot be asked to stop: the process ends.
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
async function csv() {
  const [{ readSheet }, { stringify }] = [require(reader), require(writer)];
  const rows = await readSheet(Buffer.from(bytes));
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
  const answer = (/** @type {unknown} */ said) => process.send?.(said, () => process.exit(0));
  worker.once("message", answer);
  worker.once("error", () => answer({ refused: "broken" }));
});
