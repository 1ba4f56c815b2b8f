import type { Services } from "~/platform/services.server";
import { csvStream } from "~/platform/spreadsheet.server";
import { takingTurns } from "~/platform/turns";
import { sheetOf } from "./check-rows.server";
import { listedBehind } from "./import-queries.server";
import { cellsOf, COLUMNS, FIELDS, written, type SheetProduct } from "./sheet.server";

const BATCH = 500;
/** Rows that are written before somebody else gets a turn. */
const AT_ONCE = 100;
const HEAD = FIELDS.map((field) => COLUMNS[field]);
const rowOf = (product: SheetProduct) => {
  const cells = cellsOf(product);
  return FIELDS.map((field) => written(cells[field]));
};

/** Every product of the merchant as it would be edited, oldest first: what the import takes back as it is. */
export function productsAsCsv({ db }: Pick<Services, "db">, merchantId: string): ReadableStream<Uint8Array> {
  async function* batches() {
    const turn = takingTurns();
    for (let last: string | null = ""; last !== null;) {
      const products = await listedBehind(db, merchantId, last, BATCH);
      for (let start = 0; start < products.length; start += AT_ONCE) {
        yield products.slice(start, start + AT_ONCE).map((product) => rowOf(sheetOf(product)));
        await turn();
      }
      last = products.length === BATCH ? (products.at(-1)?.row._id ?? null) : null;
    }
  }
  return csvStream(HEAD, batches());
}

/** The headings with one made-up product under them, of a category that the store sells in. */
export function templateCsv(categoryTitle: string): ReadableStream<Uint8Array> {
  return csvStream(HEAD, [
    [
      rowOf({
        sku: "VEG-001",
        title: "Sweet corn, four cobs",
        description: "Picked at dawn and sold the same day.",
        amountCents: 350,
        percent: 10,
        taxClass: "food",
        vatCents: 0,
        quantity: 40,
        barcode: "2900000000017",
        categoryTitle,
        tags: ["sweet", "picked today"],
        variations: [{ variation: "Bundle", value: "4 cobs" }],
        measurement: { weight: 1.2, height: 8, length: 24, width: 18 },
        isPhysical: true,
        availType: "draft",
      }),
    ],
  ]);
}
