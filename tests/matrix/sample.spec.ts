import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { expect, test } from "./with-lanes";
import { allCells, ROWS, sentence, tryCells, type Planned } from "./try-cells";

/* A part of the matrix that `npm test` has time for: every form that moves money, with the breaks that are over soon. */

/** Other cells with every commit, the same ones again for whoever names the seed. */
const seed = process.env["MATRIX_SEED"] ?? commit();

function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "no commit";
  }
}

/** Of a form and a break: scripts off or on, as the seed falls. */
function isChosen({ row, how, scripts }: Planned): boolean {
  const byte = createHash("sha256").update(`${seed} ${row.name} ${how.name}`).digest()[0]!;
  return (byte % 2 === 1) === scripts;
}

test("every form of the registry is driven, or says why it is not", () => {
  expect(ROWS.filter(({ driver }) => !driver).map(({ name }) => name)).toEqual([]);
});

test("what moves money is neither lost nor done twice, whatever breaks", async ({ browser, shop, lanes }) => {
  test.slow();
  const cells = allCells().filter((cell) => cell.row.form.money && !cell.how.long && isChosen(cell));
  console.log(`A sample of the matrix: ${cells.length} cells of MATRIX_SEED=${seed}`);
  const outcomes = await tryCells(browser, shop, lanes, cells);
  expect(outcomes.filter(({ result }) => result !== "held").map(sentence)).toEqual([]);
});
