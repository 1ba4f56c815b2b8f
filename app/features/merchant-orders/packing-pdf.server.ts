import { wayAndTimeInWords } from "~/features/delivery/words-schema";
import { addressLines, fullName } from "~/features/accounts/plain-schema";
import type { Packing, Pick as Picked } from "./packing-schema";
import { linesToPack } from "./packing.server";
import {
  BOTTOM,
  GREEN,
  LINE,
  MARGIN,
  newPdf,
  losesLetters,
  printable,
  RIGHT,
  SOFT,
  streamed,
  type Document,
} from "~/platform/pdf.server";
import type { MerchantOrder } from "./schema";

const BOX = 10;
const TEXT = MARGIN + 22;

/** The pick list, and behind it a packing slip for each order, as many as fit to a sheet; no slip is torn apart. */
export async function packingPdf({ docs, picks }: Packing, storeName: string): Promise<ReadableStream<Uint8Array>> {
  const document = await newPdf("Pick list and packing slips", storeName);
  title(document, "Pick list", `${docs.length === 1 ? "1 order" : `${docs.length} orders`}`, MARGIN);
  let y = MARGIN + 44;
  for (const pick of picks) y = pickRow(document, pick, y);
  for (const [place, order] of docs.entries()) {
    const height = slipHeight(document, order);
    if (place === 0 || y + height > BOTTOM) {
      document.addPage();
      y = MARGIN;
    }
    y = slip(document, order, storeName, y);
  }
  return streamed(document);
}

function title(document: Document, text: string, aside: string, y: number): void {
  document.fillColor(GREEN).font("Times-Bold").fontSize(18).text(printable(text), MARGIN, y, { lineBreak: false });
  document
    .fillColor(SOFT)
    .font("Helvetica")
    .fontSize(10)
    .text(printable(aside), 300, y + 6, { width: RIGHT - 300, align: "right", lineBreak: false });
}

function box(document: Document, y: number): void {
  document
    .rect(MARGIN, y + 1, BOX, BOX)
    .strokeColor(SOFT)
    .stroke();
}

function pickRow(document: Document, { title: name, sku, pieces, orders }: Picked, from: number): number {
  const text = printable(`${pieces} × ${name}`);
  const more = printable(`${sku} · for ${orders.map((number) => `#${number}`).join(", ")}`);
  const width = RIGHT - TEXT;
  const [first, second] = [
    document.font("Helvetica-Bold").fontSize(11).heightOfString(text, { width }),
    document.font("Helvetica").fontSize(9).heightOfString(more, { width }),
  ];
  let y = from;
  if (y + first + second + 10 > BOTTOM) {
    document.addPage();
    y = MARGIN;
  }
  box(document, y);
  document.fillColor("black").font("Helvetica-Bold").fontSize(11).text(text, TEXT, y, { width });
  document
    .fillColor(SOFT)
    .font("Helvetica")
    .fontSize(9)
    .text(more, TEXT, y + first, { width });
  return y + first + second + 10;
}

/** The head of a slip: the way and time that the buyer chose, and whom the goods are for. */
const addressOf = ({ shipping, delivery }: MerchantOrder) =>
  printable(
    [delivery && wayAndTimeInWords(delivery), fullName(shipping), ...addressLines(shipping), shipping.telephone]
      .filter(Boolean)
      .join("\n"),
  );
const WIDE = { width: RIGHT - MARGIN };
const LINES = { width: RIGHT - TEXT };
const SEE_THE_PAGE = "Some letters cannot be printed here: see the page.";

/** Whether somebody who packs by the slip alone would read question marks. */
const isPartly = (order: MerchantOrder) =>
  [
    fullName(order.shipping),
    ...addressLines(order.shipping),
    order.notes ?? "",
    ...linesToPack(order).flatMap(({ product, note }) => [product.title, product.sku, note]),
  ].some(losesLetters);

/** Points that a slip takes, so that it can begin on a sheet of its own where it does not fit. */
function slipHeight(document: Document, order: MerchantOrder): number {
  const lines = linesToPack(order).reduce((sum, { product, pieces, note }) => {
    const title = document
      .font("Helvetica")
      .fontSize(11)
      .heightOfString(printable(`${pieces} × ${product.title}`), LINES);
    const more = note ? document.fontSize(9).heightOfString(printable(note), LINES) : 0;
    return sum + title + document.fontSize(9).heightOfString(printable(product.sku), LINES) + more + 8;
  }, 0);
  document.fontSize(11);
  const notes = order.notes ? document.heightOfString(printable(order.notes), WIDE) + 8 : 0;
  return 40 + document.heightOfString(addressOf(order), WIDE) + 14 + lines + notes + (isPartly(order) ? 20 : 0) + 24;
}

function slip(document: Document, order: MerchantOrder, storeName: string, from: number): number {
  title(document, `Order #${order.itemId}`, storeName, from);
  document
    .fillColor("black")
    .font("Helvetica")
    .fontSize(11)
    .text(addressOf(order), MARGIN, from + 36, WIDE);
  let y = document.y + 14;
  for (const { product, pieces, note } of linesToPack(order)) {
    const text = printable(`${pieces} × ${product.title}`);
    // A slip that is longer than a sheet goes on on the next.
    if (y + 30 > BOTTOM) {
      document.addPage();
      y = MARGIN;
    }
    box(document, y);
    document.fillColor("black").text(text, TEXT, y, LINES);
    document.fillColor(SOFT).fontSize(9).text(printable(product.sku), LINES);
    if (note) document.fillColor("black").text(printable(note), LINES);
    document.fontSize(11);
    y = document.y + 8;
  }
  if (order.notes) {
    document.fillColor(SOFT).text(printable(order.notes), MARGIN, y, WIDE);
    y = document.y + 8;
  }
  if (isPartly(order)) {
    document.fillColor("black").text(SEE_THE_PAGE, MARGIN, y, WIDE);
    y += 20;
  }
  document
    .moveTo(MARGIN, y + 6)
    .lineTo(RIGHT, y + 6)
    .strokeColor(LINE)
    .stroke();
  return y + 24;
}
