import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { FullResult, Reporter, TestCase, TestResult } from "@playwright/test/reporter";
import { BREAKS } from "./breaks";
import { tableOf } from "./table";
import { allCells, ROWS, sentence, whyNot, type Outcome } from "./try-cells";

const root = path.join(import.meta.dirname, "../..");
const TABLE = path.join(root, "docs/matrix.md");
/** The outcome of each cell at its last try. */
const CELLS = path.join(root, ".test/matrix-cells.json");

const keyOf = ({ form, how, scripts }: Pick<Outcome, "form" | "how" | "scripts">) => `${form} ${how} ${scripts}`;

/**
 * Writes the table during the run, and fails the run if a cell does not hold. A run of a part of the matrix replaces
 * its cells in the table of the last whole run.
 */
export default class TableReporter implements Reporter {
  #tried: Outcome[] = [];
  #known = new Map<string, Outcome>();

  onBegin(): void {
    mkdirSync(path.dirname(CELLS), { recursive: true });
    const isPart = process.env["MATRIX_ONLY"] || process.env["MATRIX_BREAK"];
    if (!isPart || !existsSync(CELLS)) return;
    const before = JSON.parse(readFileSync(CELLS, "utf8")) as Outcome[];
    // Drops cells that no longer exist because their form is gone or the break no longer applies to it.
    const planned = new Set(
      allCells().map(({ row, how, scripts }) => keyOf({ form: row.name, how: how.name, scripts })),
    );
    this.#known = new Map(
      before.map((outcome) => [keyOf(outcome), outcome] as const).filter(([key]) => planned.has(key)),
    );
  }

  onTestEnd(_: TestCase, { attachments }: TestResult): void {
    const cellsBody = attachments.find(({ name }) => name === "cells")?.body;
    if (!cellsBody) return;
    for (const outcome of JSON.parse(cellsBody.toString()) as Outcome[]) {
      this.#tried.push(outcome);
      this.#known.set(keyOf(outcome), outcome);
    }
    const all = [...this.#known.values()];
    writeFileSync(CELLS, JSON.stringify(all));
    writeFileSync(TABLE, tableOf(ROWS, BREAKS, all, whyNot));
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult["status"] }> {
    const bad = this.#tried.filter(({ result }) => result !== "held");
    for (const outcome of bad) console.log(sentence(outcome));
    console.log(`${this.#tried.length} cells tried, ${this.#tried.length - bad.length} held`);
    return { status: bad.length > 0 ? "failed" : status };
  }
}
