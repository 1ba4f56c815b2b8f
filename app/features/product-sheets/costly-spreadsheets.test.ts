import type * as CsvParse from "csv-parse";
import type * as CsvParseSync from "csv-parse/sync";
import { expect, test, vi } from "vitest";
import { longOnPostgres, longTest } from "../../../tests/fixtures/long-test";
import { isSample } from "../../../scripts/gate/sample.mjs";
import { aStall, HEAD, row } from "../../../tests/fixtures/spreadsheets";
import { counted, onBothDatabases } from "../../../tests/fixtures/world";

/** Lines that a file may have, plus those of the next piece, which the parser has already parsed. */
const MOST_LINES = 30_000;
/** Commas in each line of a file that has too many. */
const COMMAS = isSample ? 1 : 15;

/** How many cells the parser has parsed. The tests count this work, because times differ between machines. */
const cells = vi.hoisted(() => ({ count: 0 }));
const cast = vi.hoisted(() => (cell: string) => {
  cells.count += 1;
  return cell;
});
vi.mock("csv-parse", async (original) => {
  const whole = await original<typeof CsvParse>();
  return { ...whole, parse: (options: CsvParse.Options) => whole.parse({ ...options, cast }) };
});
vi.mock("csv-parse/sync", async (original) => {
  const { parse } = await original<typeof CsvParseSync>();
  return { parse: (text: string, options: CsvParseSync.Options) => parse(text, { ...options, cast }) };
});

onBothDatabases("a spreadsheet that costs work", (world) => {
  const cases: [string, string, number][] = [
    ["headings", `SKU${",".repeat(4_000_000)}`, 10],
    ["other separators", `SKU${";".repeat(4_000_000)}`, 10],
    ["cells in one row", `SKU,Title\nA${",".repeat(4_000_000)}`, 10],
    ["cells behind mixed line ends", `SKU\n${`${",".repeat(COMMAS)}\r`.repeat(40_000)}`, (COMMAS + 1) * MOST_LINES],
    [
      "cells behind other mixed line ends",
      `SKU\r\n${`${",".repeat(COMMAS)}\n`.repeat(40_000)}`,
      (COMMAS + 1) * MOST_LINES,
    ],
    ["empty quotes", `SKU\n${'"",'.repeat(1_500_000)}`, 10],
    ["cells in quotes that are none", `SKU\na"${",".repeat(4_000_000)}"`, 10],
  ];
  for (const [kind, csv, mostCells] of cases)
    longOnPostgres(
      world,
      `with millions of ${kind} keeps nobody waiting: no more are taken apart than a file may have`,
      async () => {
        const { check } = await aStall(world);
        cells.count = 0;
        expect(await check(csv)).toMatchObject({ status: 422, body: { error: [{ field: "file" }] } });
        expect(cells.count).toBeLessThanOrEqual(mostCells);
      },
    );

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
        cells.count = 0;
        const first = await counted(() => check(csv("3.00")));
        expect([first.answer.body.data.created, first.statements < 20]).toEqual([rows, true]);
        expect(cells.count / rows).toBeLessThan(3 * HEAD.split(",").length);
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
      const rows = isSample ? 50 : 500;
      const [few, many] = [await costOf(rows), await costOf(10 * rows)];
      expect([few.lines, many.lines]).toEqual([rows + 2, 11 * rows + 2]);
      // Ten times as many rows should take ten times as long. Other work on the machine may make it four times that.
      expect(many.time / few.time).toBeLessThan(40);
    },
  );
});

onBothDatabases(
  "a merchant who sends spreadsheets without end",
  (world) => {
    test("has to wait", async () => {
      const { check } = await aStall(world);
      const answers = [];
      for (let n = 0; n < 61; n += 1) answers.push((await check("SKU\nA")).status);
      expect([answers.filter((status) => status === 422).length, answers.at(-1)]).toEqual([60, 429]);
    });
  },
  { limits: true },
);
