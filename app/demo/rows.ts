import { createHash } from "node:crypto";

export const DAY = 86_400_000;

/** An id that is the same at every fill, made of a time and of names. */
export function demoId(at: Date, ...names: (string | number)[]): string {
  return (
    at.getTime().toString(16).padStart(11, "0") +
    createHash("sha256").update(names.join(" ")).digest("hex").slice(0, 13)
  );
}

/** Inserts 200 rows at a time, because databases limit the number of values in a statement. */
export async function inChunks<Row>(rows: Row[], insert: (chunk: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += 200) await insert(rows.slice(start, start + 200));
}
