import { stringify } from "csv-stringify/sync";
import type { Services } from "~/platform/services.server";
import { notTakenBack } from "./errors.server";
import { listedBySku, type Listed } from "~/features/products/listed.server";
import { keepChecked, perAccount, standingImport } from "./import.server";
import type { ImportReport } from "./schema";
import { sheetOf } from "./sheet-of.server";
import { markOf } from "./export-mark.server";
import { AS_EXPORTED, cellsOf, COLUMNS, DELETE, quoted, YES, type Cells, type ColumnField } from "./sheet.server";
import { stateBefore, type StateBefore } from "./state-before";

/**
 * Makes a file of the products as they were before an import, and checks it like any other. The merchant sees what
 * would change back, and imports the file or leaves it. Pieces sold since stay sold. Products that the import created
 * are deleted. Products that were on sale and are not any more go to review. Refuses `not_taken_back`.
 */
export async function takeBackImport(services: Services, merchantId: string, importId: string): Promise<ImportReport> {
  await services.rateLimiter.consume(perAccount, merchantId);
  const { before, fileName } = await standingImport(services, services.db, merchantId, importId);
  if (before === "") throw notTakenBack();
  const state = stateBefore.parse(JSON.parse(before));
  const text = await fileOf(services, merchantId, state);
  return keepChecked(services, merchantId, { name: fileName, text, encoding: "", takesBack: importId });
}

/** Products that are in memory at a time. */
const AT_ONCE = 2000;

async function fileOf(
  { db }: Pick<Services, "db">,
  merchantId: string,
  { fields, changed, created }: StateBefore,
): Promise<string> {
  const parts = [stringify([[...fields.map((field) => COLUMNS[field]), DELETE, AS_EXPORTED]])];
  for (let at = 0; at < changed.length; at += AT_ONCE) {
    const batch = changed.slice(at, at + AT_ONCE);
    const products = await listedBySku(
      db,
      merchantId,
      batch.map(({ cells }) => cells.sku ?? ""),
    );
    const back = batch.flatMap(({ cells, set }) => {
      const product = products.get(cells.sku ?? "");
      if (!product) return [];
      const current = cellsOf(sheetOf(product));
      // Cells that the import left alone keep their present values. The mark shows changes made before this import.
      const back: Cells = { ...current, ...cells, ...statusNow(cells, product), ...stockNow(cells, set, product) };
      return [[...fields.map((field) => quoted(back[field])), "", markOf(product.row, current)]];
    });
    parts.push(stringify(back));
  }
  for (let at = 0; at < created.length; at += AT_ONCE) {
    const products = await listedBySku(db, merchantId, created.slice(at, at + AT_ONCE));
    const deletedRows = [...products.keys()].map((sku) => [
      ...fields.map((field: ColumnField) => (field === "sku" ? quoted(sku) : "")),
      YES,
    ]);
    parts.push(stringify(deletedRows));
  }
  return parts.join("");
}

/** Nothing goes back on sale without review. */
const statusNow = ({ availType }: Partial<Cells>, { row }: Listed): Partial<Cells> =>
  availType === "Published" && row.availType !== "published" ? { availType: "In review" } : {};

/** Pieces that were sold or added since the import stay sold or added. */
const stockNow = ({ quantity }: Partial<Cells>, set: number | null, { row }: Listed): Partial<Cells> =>
  quantity === undefined || set === null
    ? {}
    : { quantity: String(Math.max(0, row.quantity + Number(quantity) - set)) };
