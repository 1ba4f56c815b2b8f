import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { isSample } from "../../../scripts/gate/sample.mjs";
import { longTest } from "../../../tests/fixtures/long-test";
import { aWorkbook } from "../../../tests/fixtures/workbooks";
import { isWorkbook, ReaderUnavailable, workbookReader, WorkbookRefused } from "./read-workbook.server";

const MEGABYTE = 1024 * 1024;

const why = (bytes: Uint8Array, limits = {}) =>
  workbookReader(limits)
    .asCsv("ada", bytes)
    .then(
      () => "read",
      (error: unknown) => (error instanceof WorkbookRefused ? error.why : (error as Error).constructor.name),
    );

/** The parts of a workbook with this as its first sheet. */
const parts = (sheet: string) => ({
  "[Content_Types].xml": strToU8(
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>',
  ),
  "xl/workbook.xml": strToU8(
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
  ),
  "xl/_rels/workbook.xml.rels": strToU8(
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  ),
  "xl/worksheets/sheet1.xml": strToU8(
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>`,
  ),
});

test("the first sheet of a workbook is read as its cells say, and nothing in it is computed", async () => {
  const bytes = await aWorkbook([
    ["SKU", "Title", "Price", "Picked", "Physical"],
    ["0012", 'Pears, "Conference"', 0.1 + 0.2, new Date("2026-03-02T00:00:00Z"), true],
    [2_900_000_000_017, "=1+1", 3.5, null, false],
  ]);
  expect(isWorkbook(bytes)).toBe(true);
  expect(await workbookReader().asCsv("ada", bytes)).toBe(
    'SKU,Title,Price,Picked,Physical\n0012,"Pears, ""Conference""",0.3,2026-03-02,yes\n2900000000017,=1+1,3.5,,no\n',
  );
  // A formula has its stored value, whatever it would be now or would fetch.
  const formula = zipSync(
    parts('<row r="1"><c r="A1" t="str"><f>WEBSERVICE("http://127.0.0.1/")</f><v>kept</v></c></row>'),
  );
  expect(await workbookReader().asCsv("ada", formula)).toBe("kept\n");
});

test("rows and columns beyond what is read are left out, and empty rows keep their places", async () => {
  const workbook = await aWorkbook([["SKU", "Title", "Price"], ["A"], [], ["B"]]);
  expect(await workbookReader({ rows: 4, columns: 2 }).asCsv("ada", workbook)).toBe("SKU,Title\nA,\n,\nB,\n");
  expect(await workbookReader({ rows: 1 }).asCsv("ada", workbook)).toBe("SKU,Title,Price\n");
});

test("what is no workbook, and one that is cut off, is refused", async () => {
  const whole = await aWorkbook([["SKU"], ["A"]]);
  expect(isWorkbook(strToU8("SKU,Title\n"))).toBe(false);
  for (const bytes of [
    whole.subarray(0, whole.length / 2),
    zipSync({ "a.txt": strToU8("hello") }),
    strToU8("PK\u0003\u0004"),
  ])
    expect(await why(bytes)).toBe("broken");
});

longTest(
  "a workbook that unpacks to more than may be in memory, or takes too long, ends its own process alone",
  async () => {
    const cell = `<c r="A1" t="inlineStr"><is><t>${"x".repeat(1024)}</t></is></c>`;
    const [cells, limits] = isSample ? [60_000, { memoryBytes: 120 * MEGABYTE }] : [150_000, {}];
    const bomb = zipSync(parts(`<row r="1">${cell.repeat(cells)}</row>`), { level: 9 });
    expect(bomb.length).toBeLessThan(2 * MEGABYTE);
    expect(await why(bomb, limits)).toBe("cost");
    const large = await aWorkbook(Array.from({ length: 3000 }, (_, n) => [`A-${n}`, "Picked at dawn."]));
    expect(await why(large, { cpuMs: 1 })).toBe("cost");
    expect(await why(large, { wallMs: 1 })).toBe("cost");
    expect(await why(large, { letters: 100 })).toBe("cost");
    expect(await why(large)).toBe("read");
  },
);

longTest("who sends many at once waits, and has the rest refused for now", async () => {
  const bytes = await aWorkbook([["SKU"], ["A"]]);
  const reader = workbookReader();
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => reader.asCsv("ada", bytes)));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected", "rejected"]);
  expect((results[4] as PromiseRejectedResult).reason).toBeInstanceOf(ReaderUnavailable);
});
