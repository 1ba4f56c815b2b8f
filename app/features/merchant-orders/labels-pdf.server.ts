import { addressLines, fullName } from "~/features/accounts/plain-schema";
import { weekdayInWords } from "~/features/days";
import { codeInHalves } from "~/features/delivery/words-schema";
import { newPaper, SEE_THE_PAGE, type Paper, type Words } from "~/platform/pdf/paper.server";
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
 * A label for each hand-over of one order or several. A4 sheets of 24 (3 by 8, each 70 by 37 mm) begin at the place
 * `first`, since a sheet may be partly used. A roll of 62 mm has one label a page.
 */
export async function labelsPdf(
  orders: readonly MerchantOrder[],
  paper: LabelPaper,
  first: number,
  storeName: string,
): Promise<ReadableStream<Uint8Array>> {
  const isRoll = paper === "roll-62";
  const sheets = await newPaper("Labels", storeName, isRoll ? ROLL : undefined);
  const aSheet = SHEET.columns * SHEET.rows;
  for (const [index, group] of handOversOf(orders).entries()) {
    const place = isRoll ? index : index + first - 1;
    if (index > 0 && (isRoll || place % aSheet === 0)) sheets.addPage();
    label(sheets, group, storeName, isRoll ? { x: 0, y: 0, ...ROLL } : placeOf(place % aSheet));
  }
  return sheets.finish();
}

const placeOf = (place: number): Place => ({
  x: (place % SHEET.columns) * SHEET.width,
  y: SHEET.top + Math.floor(place / SHEET.columns) * SHEET.height,
  width: SHEET.width,
  height: SHEET.height,
});

/**
 * A label: the name, the code, the address in up to three lines, then order numbers, time and stall in up to two lines,
 * for which the address leaves room, then goods in the rest. A longer text ends with an ellipsis.
 */
function label(
  paper: Paper,
  group: [MerchantOrder, ...MerchantOrder[]],
  storeName: string,
  { x, y, width, height }: Place,
): void {
  const [order] = group;
  const { user, shipping, delivery } = order;
  const isDelivered = delivery?.kind === "delivery" || delivery === null;
  const name = (isDelivered ? fullName(shipping) : fullName(user)) || "Deleted account";
  const address = isDelivered ? addressLines(shipping).join(", ") : "";
  const time = [delivery?.day && weekdayInWords(delivery.day), hoursOf(order)].filter(Boolean).join(", ");
  const about = [numbersInWords(group), time, storeName].filter(Boolean).join(" · ");
  const goods = goodsOfAll(group);
  const isComplete = paper.hasLetters([name, address, about, goods], "Helvetica");
  const words = (
    text: string,
    size: number,
    maximum: number,
    font: "Helvetica" | "Helvetica-Bold" = "Helvetica",
  ): Words => ({
    text,
    look: { font, size },
    x: x + PADDING,
    width: width - 2 * PADDING,
    most: maximum,
  });
  let bottom = y + height - PADDING;
  if (!isComplete) {
    bottom -= NOTE_HEIGHT;
    paper.writeAt(bottom, bottom + NOTE_HEIGHT, words(SEE_THE_PAGE, NOTE_SIZE, 1));
  }
  let top = y + PADDING;
  const write = (text: Words, reserved = 0) => {
    top = paper.writeAt(top, bottom - reserved, text);
  };
  write(words(name, 11, 1, "Helvetica-Bold"));
  if (delivery?.code) write(words(codeInHalves(delivery.code), 13, 1, "Helvetica-Bold"));
  write(words(address, 8.5, 3), 2 * SMALL * 1.2);
  write(words(about, SMALL, 2));
  write(words(goods, SMALL, 3));
}

/** Size of the last texts of a label. */
const SMALL = 7;
const NOTE_SIZE = 6;
const NOTE_HEIGHT = NOTE_SIZE * 1.2;
