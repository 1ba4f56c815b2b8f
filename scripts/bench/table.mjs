import { quantile } from "./load.mjs";

/** Prints rows as columns: the first column aligned left, numbers aligned right. */
export function printTable(head, rows) {
  const lines = [head, ...rows].map((row) =>
    row.map((cell) => (typeof cell === "number" ? inShort(cell) : String(cell))),
  );
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  for (const line of lines)
    console.log(
      line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join("  "),
    );
}

/** Up to three significant digits: 0.42, 7.1, 163. */
function inShort(number) {
  if (Number.isNaN(number)) return "?";
  return Number.isInteger(number) || number >= 100 ? String(Math.round(number)) : number.toFixed(number < 1 ? 2 : 1);
}

/** A table of Markdown. */
export const markdownTable = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

/** The median of measured values. */
export const median = (values) =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

/** Formats measured values as the median with the smallest and the largest, each with `digits` decimals. */
export function spread(values, digits) {
  const figures = [median(values), Math.min(...values), Math.max(...values)].map((n) => n.toFixed(digits));
  return `${figures[0]} (${figures[1]}–${figures[2]})`;
}
