import { fullName } from "~/features/accounts/plain-schema";
import { weekdayInWords } from "~/features/days";
import {
  BOTTOM,
  GREEN,
  LINE,
  MARGIN,
  newPdf,
  printable,
  RIGHT,
  SOFT,
  streamed,
  type Document,
} from "~/platform/pdf.server";
import type { DeliveryList } from "./day-schema";
import { addressOf, goodsOfAll, hoursOf, telephoneOf } from "./delivery-list.server";
import { handOversOf, notesOf, numbersInWords } from "./hand-overs-schema";
import type { MerchantOrder } from "./schema";

const TEXT = MARGIN + 30;
const WIDE = { width: RIGHT - TEXT };

/** The delivery list of a day: a numbered stop for each order, with a box to tick; no stop is torn apart. */
export async function deliveryListPdf(
  { day, orders }: DeliveryList,
  storeName: string,
): Promise<ReadableStream<Uint8Array>> {
  const document = await newPdf(`Deliveries, ${weekdayInWords(day)}`, storeName);
  document
    .fillColor(GREEN)
    .font("Times-Bold")
    .fontSize(18)
    .text(printable(`Deliveries, ${weekdayInWords(day)}`), MARGIN, MARGIN, { lineBreak: false });
  let y = MARGIN + 40;
  for (const [place, together] of handOversOf(orders).entries()) {
    const texts = textsOf(together);
    const height = texts.reduce((sum, { text, font, size }) => sum + heightOf(document, text, font, size), 0) + 20;
    if (y + height > BOTTOM) {
      document.addPage();
      y = MARGIN;
    }
    document
      .rect(RIGHT - 14, y, 12, 12)
      .strokeColor(SOFT)
      .stroke();
    document
      .fillColor("black")
      .font("Helvetica-Bold")
      .fontSize(14)
      .text(String(place + 1), MARGIN, y, { width: 26 });
    for (const { text, font, size } of texts) {
      document
        .fillColor("black")
        .font(font)
        .fontSize(size)
        .text(text, TEXT, y, { width: WIDE.width - 24 });
      y += heightOf(document, text, font, size);
    }
    document
      .moveTo(MARGIN, y + 8)
      .lineTo(RIGHT, y + 8)
      .strokeColor(LINE)
      .stroke();
    y += 20;
  }
  return streamed(document);
}

const heightOf = (document: Document, text: string, font: string, size: number): number =>
  document
    .font(font)
    .fontSize(size)
    .heightOfString(text, { width: WIDE.width - 24 });

function textsOf(together: [MerchantOrder, ...MerchantOrder[]]): { text: string; font: string; size: number }[] {
  const [order] = together;
  const [bold, plain] = ["Helvetica-Bold", "Helvetica"];
  return [
    { text: fullName(order.shipping), font: bold, size: 12 },
    { text: addressOf(order), font: plain, size: 12 },
    {
      text: [hoursOf(order), numbersInWords(together), telephoneOf(order)].filter(Boolean).join(" · "),
      font: plain,
      size: 11,
    },
    { text: goodsOfAll(together), font: plain, size: 10 },
    { text: notesOf(together), font: plain, size: 10 },
  ].flatMap(({ text, ...look }) => (text ? [{ text: printable(text), ...look }] : []));
}
