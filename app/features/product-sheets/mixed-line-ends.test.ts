import { vi } from "vitest";
import { isSample } from "../../../scripts/gate/sample.mjs";
import { testRefusedSoon } from "../../../tests/fixtures/costly-spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";

/** Lines that a file may have, plus those of the next piece, which the parser has already parsed. */
const MOST_LINES = 30_000;
/** Commas in each line of a file that has too many. */
const COMMAS = isSample ? 1 : 15;

vi.mock("csv-parse", async (original) =>
  (await import("../../../tests/fixtures/parsed-cells")).countedParse(await original()),
);
vi.mock("csv-parse/sync", async (original) =>
  (await import("../../../tests/fixtures/parsed-cells")).countedParseSync(await original()),
);

onBothDatabases("a long spreadsheet", (world) => {
  const cases: [string, string, number][] = [
    ["cells behind mixed line ends", `SKU\n${`${",".repeat(COMMAS)}\r`.repeat(40_000)}`, (COMMAS + 1) * MOST_LINES],
    [
      "cells behind other mixed line ends",
      `SKU\r\n${`${",".repeat(COMMAS)}\n`.repeat(40_000)}`,
      (COMMAS + 1) * MOST_LINES,
    ],
  ];
  for (const [kind, csv, mostCells] of cases) testRefusedSoon(world, kind, csv, mostCells);
});
