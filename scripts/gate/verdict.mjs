// The verdict of a test run. Its last output is always the list of causes and the count.
import { stripVTControlCharacters } from "node:util";

const SHOWN = 40;
const LONGEST = 300;

/**
 * The cause of a failure, in one line.
 * @typedef {{ part: string, where?: string | undefined, what: string }} Cause
 */

/** The first line of a message that is not empty, without colours. */
export function oneLine(/** @type {unknown} */ message) {
  const lines = stripVTControlCharacters(String(message ?? "")).split("\n");
  const line = lines.map((text) => text.trim()).find(Boolean) ?? "it does not say why";
  return line.length > LONGEST ? `${line.slice(0, LONGEST)} …` : line;
}

/** @param {Cause} cause */
export const sentence = ({ part, where, what }) => `  ${part}: ${where ? `${where}: ` : ""}${oneLine(what)}`;

/** The list of causes that ends a run. @param {Cause[]} causes */
export function causesInWords(causes) {
  const sentences = causes.slice(0, SHOWN).map(sentence);
  if (causes.length > SHOWN) sentences.push(`  … and ${causes.length - SHOWN} more`);
  return sentences.join("\n");
}

export class Verdict {
  passed = 0;
  /** @type {Cause[]} */
  causes = [];
  /** The current step, which is named as the cause if the run ends here. */
  doing = "the start";
  #isComplete = false;

  /** From now on the process ends with this verdict, however it ends. */
  constructor() {
    process.once("exit", (code) => {
      if (!this.#isComplete) this.causes.push({ part: this.doing, what: "failed; what it said is above" });
      // A run without a test is a failure.
      else if (this.passed === 0 && this.causes.length === 0) this.causes.push({ part: "tests", what: "none was run" });
      if (this.causes.length > 0) console.log(`\nFailed:\n${causesInWords(this.causes)}`);
      console.log(`\n${this.passed} passed, ${this.causes.length} failed`);
      process.exitCode = this.causes.length > 0 ? code || 1 : code;
    });
  }

  /** Adds the result of one part of the run. @param {{ passed?: number, causes: Cause[] }} part */
  add({ passed = 0, causes }) {
    this.passed += passed;
    this.causes.push(...causes);
  }

  /** Notes that every part has run. */
  complete() {
    this.#isComplete = true;
  }
}
