import { vi } from "vitest";
import { testMixedLineEnds } from "../../../tests/fixtures/costly-spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";

vi.mock("csv-parse", async (original) =>
  (await import("../../../tests/fixtures/parsed-cells")).countedParse(await original()),
);
vi.mock("csv-parse/sync", async (original) =>
  (await import("../../../tests/fixtures/parsed-cells")).countedParseSync(await original()),
);

onBothDatabases("a long spreadsheet", (world) => testMixedLineEnds(world, ["\r\n", "\n"]));
