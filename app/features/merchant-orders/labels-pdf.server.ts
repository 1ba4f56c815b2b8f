import { addressLines, fullName } from "~/features/accounts/plain-schema";
import { weekdayInWords } from "~/features/days";
import { codeInHalves } from "~/features/delivery/words-schema";
import { newPdf, printable, streamed, type Document } from "~/platform/pdf.server";
import type { LabelPaper } from "./day-schema";
import { goodsOfAll, hoursOf } from "./delivery-list.server";
import { handOversOf, numbersInWords } from "./hand-overs-schema";
import type { MerchantOrder } from "./schema";

const POINTS_OF_A_MILLIMETRE = 72 / 25.4;
const mm = (millimetres: number): number => millimetres * POINTS_OF_A_MILLIMETRE;

/** A place for one label on a sheet, in points. */
interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

const SHEET = { columns: 3, rows: 8, width: mm(70), height: mm(37), top: (842 - 8 * mm(37)) / 2 };
const ROLL = { width: mm(62), height: mm(45) };
/** Printers leave the edge of a sheet blank, and labels are cut a little beside their line. */
const PADDING = mm(5);

/**
 * A label for each hand-over, of one order or of several: A4 sheets of 24 (3 by 8, each 70 by 37 mm), from the place `first` of a sheet that was begun
 * on, or a roll of 62 mm, one label a page.
 */
export async function labelsPdf(
  orders: readonly MerchantOrder[],
  paper: LabelPaper,
  first: number,
  storeName: string,
): Promise<ReadableStream<Uint8Array>> {
  const isRoll = paper === "roll-62";
  const document = await newPdf("Labels", storeName, isRoll ? [ROLL.width, ROLL.height] : "A4", 0);
  const aSheet = SHEET.columns * SHEET.rows;
  for (const [index, together] of handOversOf(orders).entries()) {
    const place = isRoll ? index : index + first - 1;
    if (index > 0 && (isRoll || place % aSheet === 0)) document.addPage();
    label(document, together, storeName, isRoll ? { x: 0, y: 0, ...ROLL } : placeOf(place % aSheet));
  }
  return streamed(document);
}

const placeOf = (place: number): Place => ({
  x: (place % SHEET.columns) * SHEET.width,
  y: SHEET.top + Math.floor(place / SHEET.columns) * SHEET.height,
  width: SHEET.width,
  height: SHEET.height,
});

function label(
  document: Document,
  together: [MerchantOrder, ...MerchantOrder[]],
  storeName: string,
  { x, y, width, height }: Place,
): void {
  const [order] = together;
  const { user, shipping, delivery } = order;
  const inner = width - 2 * PADDING;
  const bottom = y + height - PADDING;
  let top = y + PADDING;
  /** Writes a text and goes on below it; what has no room left is not written. */
  const write = (text: string, font: string, size: number, lines: number) => {
    const most = Math.min(lines * size * 1.2, bottom - top);
    if (!text || most < size) return;
    document.fillColor("black").font(font).fontSize(size);
    const options = { width: inner, height: most, ellipsis: true, lineGap: 0 };
    document.text(printable(text), x + PADDING, top, options);
    top += Math.min(most, document.heightOfString(printable(text), { width: inner, lineGap: 0 })) + 1;
  };
  const isDelivered = delivery?.kind === "delivery" || delivery === null;
  const name = isDelivered ? fullName(shipping) : fullName(user);
  write(name || "Deleted account", "Helvetica-Bold", 12, 1);
  if (delivery?.code) write(codeInHalves(delivery.code), "Helvetica-Bold", 14, 1);
  if (isDelivered) write(addressLines(shipping).join(", "), "Helvetica", 9, 2);
  const time = [delivery?.day && weekdayInWords(delivery.day), hoursOf(order)].filter(Boolean).join(", ");
  write([numbersInWords(together), time, storeName].filter(Boolean).join(" · "), "Helvetica", 8, 2);
  write(goodsOfAll(together), "Helvetica", 8, 3);
}
