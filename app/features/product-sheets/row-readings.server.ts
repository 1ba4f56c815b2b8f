import type { Db } from "~/platform/database/database.server";
import { countStock, movedByOrders, type Counted } from "~/features/products/count-stock.server";
import { readMark, type ExportMark } from "./export-mark.server";
import { onOneLine } from "~/features/products/fields-schema";
import { listedBySku, skusWithZeros, type Listed } from "~/features/products/listed.server";
import type { ImportQuestion } from "./schema";
import type { SheetRow } from "./read-csv.server";
import { figureQuestion, isWithoutZeros, questionOf, type Answers } from "./row-questions.server";

/** A row of a file with its product and everything else that its check needs from the database. */
export interface RowReading extends SheetRow {
  before: Listed | undefined;
  /** The state that the row was exported from; null if the row has no mark. */
  mark: ExportMark | null;
  /** The stock that the row's count leads to, if it makes one. */
  count: Counted | undefined;
  /** Orders have changed the product's stock since somebody last set it. Looked up only if no mark tells more. */
  isMovedByOrders: boolean;
  questions: ImportQuestion[];
}

type Row = SheetRow & { questions: ImportQuestion[] };
const PIECES = /^\d{1,6}$/;

/**
 * Finds the products of some rows, asks where a spreadsheet may have spoilt a SKU or a figure, and counts their stock.
 * Runs a handful of statements, however many rows.
 */
export async function rowReadings(
  db: Db,
  merchantId: string,
  rows: SheetRow[],
  answers: Answers,
): Promise<{ readings: RowReading[]; products: Map<string, Listed>; skus: string[] }> {
  const skuOf = ({ cells }: SheetRow) => onOneLine(cells.sku ?? "");
  const skus = [...new Set(rows.map(skuOf))];
  const products = await listedBySku(db, merchantId, skus);
  const longer = await skusWithZeros(
    db,
    merchantId,
    skus.filter((sku) => !products.has(sku)),
  );
  const zeros = skus.flatMap((sku) => longer.filter((long) => isWithoutZeros(sku, long)));
  for (const [sku, product] of await listedBySku(db, merchantId, zeros)) products.set(sku, product);

  const read = rows.map((row): Row => {
    const sku = skuOf(row);
    const candidates = products.has(sku) ? [] : longer.filter((long) => isWithoutZeros(sku, long));
    return withFigures(withSku({ ...row, cells: { ...row.cells, sku }, questions: [] }, candidates, answers), answers);
  });
  const marked = read.map((row) => {
    const before = products.get(row.cells.sku ?? "");
    return { ...row, before, mark: before ? readMark(row.markText, before.row) : null };
  });
  const counts = await countStock(
    db,
    marked.flatMap(({ before, mark, cells: { quantity = "" } }) =>
      before && mark && PIECES.test(quantity)
        ? [
            {
              row: before.size,
              count: {
                quantity: Number(quantity),
                quantityBefore: mark.quantity,
                stockVersion: mark.stockVersion,
              },
            },
          ]
        : [],
    ),
  );
  const movedIds = await movedByOrders(
    db,
    marked.flatMap(({ before, mark, cells: { quantity } }) =>
      before && !mark && quantity !== undefined && quantity !== String(before.row.quantity) ? [before.size._id] : [],
    ),
  );
  return {
    readings: marked.map((row) => ({
      ...row,
      count: row.mark && row.before ? counts.get(row.before.size._id) : undefined,
      isMovedByOrders: row.before !== undefined && movedIds.has(row.before.size._id),
    })),
    products,
    skus: [...new Set([...skus, ...zeros])],
  };
}

/** Asks whether a SKU is one of the stored SKUs with leading zeros, and applies the answer. */
function withSku(row: Row, candidates: string[], answers: Answers): Row {
  const sku = row.cells.sku ?? "";
  if (candidates.length === 0) return row;
  const choiceOf = (at: number) => (at === 0 ? "zeros" : `zeros ${at + 1}`);
  const question = questionOf(
    {
      row: row.row,
      field: "sku",
      code: "zeros_lost",
      message: `There is no product with the SKU ${sku}, but one with ${candidates.join(", ")}. Spreadsheets drop zeros in front.`,
      choices: {
        ...Object.fromEntries(candidates.map((long, at) => [choiceOf(at), `It is ${long}`])),
        file: `It is a new product with the SKU ${sku}`,
      },
      about: [sku, ...candidates],
    },
    answers,
  );
  const choice = candidates.find((_, at) => choiceOf(at) === (question.answer ?? "zeros"));
  return { ...row, cells: { ...row.cells, sku: choice ?? sku }, questions: [question] };
}

/** Asks what a figure with a separator and three digits means, and applies the answer. */
function withFigures(row: Row, answers: Answers): Row {
  const cells = { ...row.cells };
  const questions = [...row.questions];
  for (const field of ["amount", "quantity"] as const) {
    const reading = figureQuestion(row.row, field, cells[field] ?? "", answers);
    if (!reading) continue;
    cells[field] = reading.value;
    questions.push(reading.question);
  }
  return { ...row, cells, questions };
}
