import { readFileSync } from "node:fs";

/** Reads a test runner's report; null if there is none. @param {string} file */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
