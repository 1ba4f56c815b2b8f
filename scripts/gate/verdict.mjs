// The verdict of a run of the tests. Its last words are always the causes, and one line that counts.
import { stripVTControlCharacters } from "node:util";

const SHOWN = 40;
const LONGEST = 300;

/**
 * A thing that was red, in one line: where, and what.
 * @typedef {{ part: string, where?: string | undefined, what: string }} Cause
 */

/** The first line of a message that says anything, without colours. */
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
  /** The present step: the cause, should the run end here. */
  doing = "the start";
  #isComplete = false;

  /** From here on the process ends with what `this` says, however it ends. */
  constructor() {
    process.once("exit", (code) => {
      if (!this.#isComplete) this.causes.push({ part: this.doing, what: "failed; what it said is above" });
      // A run that has tested nothing has shown nothing.
      else if (this.passed === 0 && this.causes.length === 0) this.causes.push({ part: "tests", what: "none was run" });
      if (this.causes.length > 0) console.log(`\nFailed:\n${causesInWords(this.causes)}`);
      console.log(`\n${this.passed} passed, ${this.causes.length} failed`);
      process.exitCode = this.causes.length > 0 ? code || 1 : code;
    });
  }

  /** Takes what one part of the run came to. @param {{ passed?: number, causes: Cause[] }} part */
  add({ passed = 0, causes }) {
    this.passed += passed;
    this.causes.push(...causes);
  }

  /** Nothing is left to do. */
  complete() {
    this.#isComplete = true;
  }
}
