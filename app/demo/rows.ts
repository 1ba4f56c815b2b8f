import { createHash } from "node:crypto";

export const DAY = 86_400_000;

/** An id that is the same at every fill: the time it stands for, then what it stands for. */
export function demoId(at: Date, ...names: (string | number)[]): string {
  return (
    at.getTime().toString(16).padStart(11, "0") +
    createHash("sha256").update(names.join(" ")).digest("hex").slice(0, 13)
  );
}

/** Databases take only so many values in a statement. */
export async function inChunks<Row>(rows: Row[], insert: (chunk: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += 200) await insert(rows.slice(start, start + 200));
}
