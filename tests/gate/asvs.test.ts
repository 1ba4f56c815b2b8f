import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/*
 * Compares the table of docs/asvs.md with the standard's numbering: the number of requirements of levels 1 and 2 in
 * each section, counted from 1. Source: OWASP ASVS 5.0.0, https://github.com/OWASP/ASVS, CC BY-SA 4.0.
 */
const SECTIONS: Record<string, number> = Object.fromEntries(
  [
    "1.1:2 1.2:9 1.3:11 1.4:3 1.5:2",
    "2.1:3 2.2:3 2.3:4 2.4:1",
    "3.2:2 3.3:4 3.4:6 3.5:5 3.7:2",
    "4.1:3 4.2:1 4.3:2 4.4:4",
    "5.1:1 5.2:3 5.3:2 5.4:3",
    "6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4",
    "7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2",
    "8.1:2 8.2:3 8.3:1 8.4:1",
    "9.1:3 9.2:4",
    "10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3",
    "11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1",
    "12.1:3 12.2:2 12.3:4",
    "13.1:1 13.2:5 13.3:2 13.4:5",
    "14.1:2 14.2:4 14.3:3",
    "15.1:3 15.2:3 15.3:7",
    "16.1:1 16.2:5 16.3:4 16.4:3 16.5:3",
    "17.1:1 17.2:4 17.3:2",
  ]
    .flatMap((chapter) => chapter.split(" "))
    .map((section) => section.split(":"))
    .map(([section = "", count]) => [section, Number(count)]),
);

const STATES = ["held", "not applicable", "open"] as const;

const text = readFileSync("docs/asvs.md", "utf8");
const cellsOf = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
const tables = text.split("\n").filter((line) => line.startsWith("|"));
const rows = tables
  .map(cellsOf)
  .filter(([id = ""]) => /^\d+\.\d+\.\d/.test(id))
  .map(([id = "", level, words, state, by]) => ({ ids: idsOf(id), level, words, state, by: by ?? "" }));

/** Lists the requirements of a range: "4.3.1–4.3.2" are two. */
function idsOf(text: string): string[] {
  const [first = "", last = first] = text.split("–");
  const section = first.split(".").slice(0, 2).join(".");
  const [from, to] = [first, last].map((id) => Number(id.split(".")[2]));
  return Array.from({ length: to! - from! + 1 }, (_, n) => `${section}.${from! + n}`);
}

/** The number of requirements in each state, of one chapter or of all. */
const counted = (chapter = "") =>
  STATES.map((state) =>
    rows
      .filter((row) => row.state === state && (chapter === "" || row.ids[0]?.startsWith(`${chapter}.`)))
      .reduce((sum, { ids }) => sum + ids.length, 0),
  );

test("every requirement of the standard's levels 1 and 2 has a place in the table, in its order", () => {
  const all = Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, n) => `${section}.${n + 1}`),
  );
  expect(all).toHaveLength(253);
  expect(rows.flatMap(({ ids }) => ids)).toEqual(all);
  expect(rows.flatMap(({ ids, level }) => (level === "1" ? ids : []))).toHaveLength(70);
  for (const { ids, level, words, state } of rows)
    expect([ids, ["1", "2"].includes(level ?? ""), words !== "", STATES.some((known) => known === state)]).toEqual([
      ids,
      true,
      true,
      true,
    ]);
});

test("the counts at the top are those of the rows", () => {
  const [held, notApplicable, open] = counted();
  expect(text).toContain(`Counted by requirement: ${held} held, ${notApplicable} not applicable, ${open} open.`);
  const chapters = tables.map(cellsOf).filter(([chapter = ""]) => /^V\d+ /.test(chapter));
  expect(chapters).toHaveLength(17);
  for (const [chapter = "", ...counts] of chapters)
    expect([chapter, counts.map(Number)]).toEqual([chapter, counted(/^V(\d+)/.exec(chapter)?.[1])]);
});

test("what is held names a test that there is, or says that it was only read", () => {
  for (const { ids, state, by } of rows) {
    const tests = [...by.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].map(([, name]) => name ?? "");
    const missing = tests.filter(
      (name) => ![name, `app/${name}`, `app/features/${name}`].some((place) => existsSync(place)),
    );
    expect([ids, missing]).toEqual([ids, []]);
    if (state === "held") expect([ids, tests.length > 0 || /by reading/.test(by)]).toEqual([ids, true]);
  }
});
