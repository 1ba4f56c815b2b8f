import { vi } from "vitest";
import { testRefusedSoon } from "../../../tests/fixtures/costly-spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";

vi.mock("csv-parse", async (original) =>
  (await import("../../../tests/fixtures/parsed-cells")).countedParse(await original()),
);
vi.mock("csv-parse/sync", async (original) =>
  (await import("../../../tests/fixtures/parsed-cells")).countedParseSync(await original()),
);

onBothDatabases("a wide spreadsheet", (world) => {
  const cases: [string, string, number][] = [
    ["headings", `SKU${",".repeat(4_000_000)}`, 10],
    ["other separators", `SKU${";".repeat(4_000_000)}`, 10],
    ["cells in one row", `SKU,Title\nA${",".repeat(4_000_000)}`, 10],
    ["empty quotes", `SKU\n${'"",'.repeat(1_500_000)}`, 10],
    ["cells in quotes that are none", `SKU\na"${",".repeat(4_000_000)}"`, 10],
  ];
  for (const [kind, csv, mostCells] of cases) testRefusedSoon(world, kind, csv, mostCells);
});
