import { readFileSync } from "node:fs";

/** The report of a test runner, or null where there is none. @param {string} file */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
