import { createHash } from "node:crypto";
import { SAMPLE, seedOfCommit } from "../../scripts/gate/sample.mjs";
import { expect, test } from "./with-lanes";
import { allCells, ROWS, sentence, tryCells, type Planned } from "./try-cells";

/* A part of the matrix that `npm test` has time for: every form that moves money, with the breaks that are quick. */

/** A cell needs half a second to two seconds of CPU time. */
const MOST_CELLS = process.env[SAMPLE] ? 16 : 36;

/** Every commit has other cells. The same seed gives the same cells. */
const seed = process.env["MATRIX_SEED"] ?? seedOfCommit();

/** A pattern for names of forms. All of their cells are tried, and no others: `MATRIX_ONLY='missing|close-form'`. */
const namedForms = process.env["MATRIX_ONLY"];

/** Draws cells by the seed. Takes every form once before any form a second time. */
function chosenCells(cells: Planned[]): Planned[] {
  const lot = ({ row, how, scripts }: Planned) =>
    createHash("sha256").update(`${seed} ${row.name} ${how.name} ${scripts}`).digest("hex");
  const turns = new Map<string, number>();
  return cells
    .map((cell) => ({ cell, lot: lot(cell) }))
    .toSorted((a, b) => a.lot.localeCompare(b.lot))
    .map(({ cell }) => {
      const turn = turns.get(cell.row.name) ?? 0;
      turns.set(cell.row.name, turn + 1);
      return { cell, turn };
    })
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, MOST_CELLS)
    .map(({ cell }) => cell);
}

test("every form of the registry is driven, or says why it is not", () => {
  expect(ROWS.filter(({ driver }) => !driver).map(({ name }) => name)).toEqual([]);
});

test("what moves money is neither lost nor done twice, whatever breaks", async ({ browser, shop, lanes }) => {
  test.slow();
  const cells = namedForms
    ? allCells().filter(({ row, how }) => new RegExp(namedForms).test(row.name) && !how.long)
    : chosenCells(allCells().filter(({ row, how }) => row.form.money && !how.long));
  console.log(`A sample of the matrix: ${cells.length} cells of MATRIX_SEED=${seed}`);
  const outcomes = await tryCells(browser, shop, lanes, cells);
  expect(outcomes.filter(({ result }) => result !== "held").map(sentence)).toEqual([]);
});
