import { expect, vi } from "vitest";
import { longTest } from "../../../tests/fixtures/long-test";
import { isSample } from "../../../scripts/gate/sample.mjs";
import { parsedCells } from "../../../tests/fixtures/parsed-cells";
import { aStall, HEAD, row } from "../../../tests/fixtures/spreadsheets";
import { counted, onBothDatabases } from "../../../tests/fixtures/world";

vi.mock("csv-parse", async (original) =>
  (await import("../../../tests/fixtures/parsed-cells")).countedParse(await original()),
);
vi.mock("csv-parse/sync", async (original) =>
  (await import("../../../tests/fixtures/parsed-cells")).countedParseSync(await original()),
);

onBothDatabases("a spreadsheet that costs work", (world) => {
  longTest(
    "thousands of rows take a handful of statements, and each of them what one of a tenth of them takes",
    async () => {
      const { check, apply, report, exported } = await aStall(world);
      const takenOver = async (importId: string) => {
        await apply(importId);
        await world.runner.drain();
        return report(importId);
      };
      /** Imports `rows` products, then new prices, and exports all. Returns processor time and lines exported. */
      const costOf = async (rows: number) => {
        const csv = (price: string) =>
          `${HEAD}\n${Array.from({ length: rows }, (_, n) => row(`${rows}-${n}`, { price })).join("\n")}\n`;
        const usageAtStart = process.cpuUsage();
        parsedCells.count = 0;
        const first = await counted(() => check(csv("3.00")));
        expect([first.answer.body.data.created, first.statements < 20]).toEqual([rows, true]);
        expect(parsedCells.count / rows).toBeLessThan(3 * HEAD.split(",").length);
        const applied = await counted(() => takenOver(first.answer.body.data._id));
        expect(applied.answer).toMatchObject({ created: rows, appliedAt: expect.any(String) });
        const second = await counted(async () => takenOver((await check(csv("4.00"))).body.data._id));
        expect(second.answer).toMatchObject({ changed: rows, appliedAt: expect.any(String) });
        const out = await counted(exported);
        // Products and their sizes are two tables, each read and written with its own statements.
        expect(Math.max(applied.statements, second.statements, out.statements)).toBeLessThan(150);
        const { user, system } = process.cpuUsage(usageAtStart);
        return { time: user + system, lines: out.answer.split("\r\n").length };
      };
      // `tests/processes/memory.test.ts` imports the largest file that is allowed.
      const rows = isSample ? 15 : 500;
      const [few, many] = [await costOf(rows), await costOf(10 * rows)];
      expect([few.lines, many.lines]).toEqual([rows + 2, 11 * rows + 2]);
      // Ten times as many rows should take ten times as long. Other work on the machine may make it four times that.
      expect(many.time / few.time).toBeLessThan(40);
    },
  );
});
