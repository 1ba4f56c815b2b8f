import { Readable } from "node:stream";
import { takingTurns } from "~/platform/turns";
import { columnLetters } from "./column-letters";

/*
 * Writes a workbook (.xlsx) of one sheet row by row, so that a long list is never in memory whole. Every cell is a
 * text, so that no program turns a code into a figure, a date or a formula. Source: ECMA-376, SpreadsheetML.
 */

const NAMESPACE = "http://schemas.openxmlformats.org";
const MAIN = `${NAMESPACE}/spreadsheetml/2006/main`;
const RELATIONSHIPS = `${NAMESPACE}/officeDocument/2006/relationships`;
const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const SHEET = "xl/worksheets/sheet1.xml";

/** Parts of the archive beside the sheet. Style 1 is the format "Text", which a cell keeps when it is edited. */
const PARTS: Record<string, string> = {
  "[Content_Types].xml": `<Types xmlns="${NAMESPACE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/${SHEET}" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${NAMESPACE}/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="Sheet 1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${NAMESPACE}/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONSHIPS}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** Signs that XML cannot hold are left out. */
const escaped = (cell: string) =>
  cell
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? "");

function cellOf(text: string, address: string): string {
  if (text === "") return `<c r="${address}" s="1"/>`;
  return `<c r="${address}" s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** Writes rows one after the other, with the cell addresses that readers require. */
function rowWriter() {
  let row = 0;
  const letters: string[] = [];
  return (cells: string[]) => {
    row += 1;
    const texts = cells.map((text, at) => cellOf(text, (letters[at] ??= columnLetters(at)) + row));
    return `<row r="${row}">${texts.join("")}</row>`;
  };
}

/** A workbook as a stream, a batch of rows at a time. */
export function workbookStream(
  head: string[],
  batches: AsyncIterable<string[][]> | Iterable<string[][]>,
): ReadableStream<Uint8Array> {
  async function* parts() {
    // Loaded by the first export and not at a start.
    const { strToU8, Zip, ZipDeflate } = await import("fflate");
    const [turn, rowOf] = [takingTurns(), rowWriter()];
    let chunks: Uint8Array[] = [];
    const zip = new Zip((error, chunk) => {
      if (error) throw error;
      chunks.push(chunk);
    });
    const add = (name: string) => {
      const part = new ZipDeflate(name);
      zip.add(part);
      return part;
    };
    for (const [name, xml] of Object.entries(PARTS)) add(name).push(strToU8(HEADER + xml), true);
    const sheet = add(SHEET);
    sheet.push(strToU8(`${HEADER}<worksheet xmlns="${MAIN}"><sheetData>${rowOf(head)}`));
    for await (const rows of batches) {
      sheet.push(strToU8(rows.map((cells) => rowOf(cells)).join("")));
      yield* chunks;
      chunks = [];
      await turn();
    }
    sheet.push(strToU8("</sheetData></worksheet>"), true);
    zip.end();
    yield* chunks;
  }
  return Readable.toWeb(Readable.from(parts())) as ReadableStream<Uint8Array>;
}
