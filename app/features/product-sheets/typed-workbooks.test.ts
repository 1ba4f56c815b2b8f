import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { aStall } from "../../../tests/fixtures/spreadsheets";
import { cells, HEAD } from "../../../tests/fixtures/typed-sheets";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("files of other programs", (world) => {
  const workbook = (sheets: Record<string, Uint8Array>) => zipSync({ ...sheets });
  const text = (value: string, at: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rowOf = (values: string[], number: number) =>
    `<row r="${number}">${values.map((value, at) => (value.startsWith("<") ? value : text(value, String.fromCharCode(65 + at) + number))).join("")}</row>`;
  const NS = "http://schemas.openxmlformats.org";
  const bytesOf = (...sheets: string[]) =>
    workbook(
      Object.fromEntries(
        Object.entries({
          "[Content_Types].xml": `<Types xmlns="${NS}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
          "xl/workbook.xml": `<workbook xmlns="${NS}/spreadsheetml/2006/main" xmlns:r="${NS}/officeDocument/2006/relationships"><sheets>${sheets.map((_, at) => `<sheet name="S${at + 1}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("")}</sheets></workbook>`,
          "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${NS}/package/2006/relationships">${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${NS}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join("")}</Relationships>`,
          ...Object.fromEntries(
            sheets.map((rows, at) => [
              `xl/worksheets/sheet${at + 1}.xml`,
              `<worksheet xmlns="${NS}/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
            ]),
          ),
        }).map(([name, xml]) => [name, strToU8(xml)]),
      ),
    );

  test("are workbooks whose first sheet is a summary, as Numbers makes them", async () => {
    const { check } = await aStall(world);
    const summary = rowOf(["This document was exported from Numbers."], 1) + rowOf(["Sheet 1", "Table 1"], 3);
    const bytes = bytesOf(summary, rowOf(HEAD, 1) + rowOf(cells(), 2));
    expect((await check(bytes, "beans.xlsx")).body.data).toMatchObject({ created: 1, wrong: 0 });
  });

  test("are workbooks with blank rows above the headings", async () => {
    const { check } = await aStall(world);
    const bytes = bytesOf(rowOf(HEAD, 4) + rowOf(cells(), 5));
    expect((await check(bytes, "beans.xlsx")).body.data).toMatchObject({ created: 1, wrong: 0 });
  });

  test("name the cell of a formula that failed, and what to do", async () => {
    const { check } = await aStall(world);
    const failed = [...cells().slice(0, 3), '<c r="D2" t="e"><f>1/0</f><v>#DIV/0!</v></c>', ...cells().slice(4)];
    const { body } = await check(bytesOf(rowOf(HEAD, 1) + rowOf(failed, 2)), "beans.xlsx");
    expect(body.data.docs[0].errors).toEqual([
      {
        column: "Price",
        cell: "D2",
        value: "#DIV/0!",
        message: "The formula in this cell has the error #DIV/0!. Mend it, or type the value itself.",
      },
    ]);
  });
});
