import { readFileSync } from "node:fs";

/** What a test runner wrote, or null where it did not come to that. @param {string} file */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
