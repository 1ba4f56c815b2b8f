import { expect, test } from "./with-lanes";
import { allCells, ROWS, sentence, tryCells } from "./try-cells";

/* The whole matrix: `npm run matrix`. */

test("every form of the registry is driven, or says why it is not", () => {
  expect(ROWS.filter(({ driver }) => !driver).map(({ name }) => name)).toEqual([]);
});

/** Selects a part of the matrix: forms by a pattern for their names, a break by its name. */
const { MATRIX_ONLY: onlyForms = "", MATRIX_BREAK: how } = process.env;

/** The number of forms that are tried together, so that their waiting times overlap. */
const TOGETHER = 8;

const selectedRows = ROWS.filter(({ name }) => new RegExp(onlyForms).test(name));
for (let first = 0; first < selectedRows.length; first += TOGETHER) {
  const rows = selectedRows.slice(first, first + TOGETHER);
  test(`${rows[0]!.name} and ${rows.length - 1} more`, async ({ browser, shop, lanes }, info) => {
    const cells = allCells().filter((cell) => rows.includes(cell.row) && (!how || cell.how.name === how));
    const outcomes = await tryCells(browser, shop, lanes, cells);
    await info.attach("cells", { body: JSON.stringify(outcomes), contentType: "application/json" });
    // A cell that does not hold fails the run only at the end (table-reporter.ts). A failing worker would be thrown
    // away together with its shop.
    for (const outcome of outcomes.filter(({ result }) => result !== "held")) console.log(sentence(outcome));
  });
}
