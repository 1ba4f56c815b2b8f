import { wayAndTimeInWords } from "~/features/delivery/words-schema";
import { addressLines, fullName } from "~/features/accounts/plain-schema";
import { GREEN, MARGIN, newPaper, RIGHT, SOFT, WIDTH, type Block, type Look } from "~/platform/pdf/paper.server";
import type { Packing, Pick as Picked } from "./packing-schema";
import { linesToPack } from "./packing.server";
import type { MerchantOrder } from "./schema";

/** Left edge of the texts beside the boxes to tick, in points. */
const TEXT = MARGIN + 22;
const TEXT_WIDTH = RIGHT - TEXT;
const TITLE: Look = { font: "Times-Bold", size: 18, color: GREEN };
const ASIDE: Look = { font: "Helvetica", size: 10, color: SOFT };
const PLAIN: Look = { font: "Helvetica", size: 11 };
const QUIET: Look = { font: "Helvetica", size: 9, color: SOFT };

/**
 * The pick list, then a packing slip for each order, as many as fit on a sheet. No slip is split unless it is longer
 * than a page.
 */
export async function packingPdf({ docs, picks }: Packing, storeName: string): Promise<ReadableStream<Uint8Array>> {
  const paper = await newPaper("Pick list and packing slips", storeName);
  const orders = docs.length === 1 ? "1 order" : `${docs.length} orders`;
  paper.write([title("Pick list", orders)]);
  paper.headings = [title("Pick list, continued", orders)];
  for (const pick of picks) paper.write([pickRow(pick)]);
  paper.writeLoss();
  for (const [index, order] of docs.entries()) {
    const slip = slipOf(order, storeName);
    paper.headings = [];
    const isLong = !paper.isOnePage(slip);
    if (index === 0 || isLong) paper.turn();
    if (isLong) paper.headings = [title(`Order #${order.itemId}, continued`, storeName)];
    paper.write(slip, { saysLoss: true });
  }
  return paper.finish();
}

const title = (text: string, note: string): Block => ({
  columns: [
    [{ text, look: TITLE, x: MARGIN, width: 240 }],
    [{ text: note, look: ASIDE, x: 310, width: RIGHT - 310, align: "right", above: 7, most: 2 }],
  ],
  below: 16,
});

const pickRow = ({ title: name, sku, pieces, orders }: Picked): Block => ({
  columns: [
    [
      { text: `${pieces} × ${name}`, look: { font: "Helvetica-Bold", size: 11 }, x: TEXT, width: TEXT_WIDTH },
      {
        text: `${sku} · for ${orders.map((number) => `#${number}`).join(", ")}`,
        look: QUIET,
        x: TEXT,
        width: TEXT_WIDTH,
      },
    ],
  ],
  tick: MARGIN,
  below: 8,
});

/** The head of a slip: the delivery method and time that the buyer chose, and the recipient of the goods. */
const addressOf = ({ shipping, delivery }: MerchantOrder) =>
  [delivery && wayAndTimeInWords(delivery), fullName(shipping), ...addressLines(shipping), shipping.telephone]
    .filter(Boolean)
    .join("\n");

function slipOf(order: MerchantOrder, storeName: string): Block[] {
  const lines = linesToPack(order).map(({ product, pieces, note }): Block => ({
    columns: [
      [
        { text: `${pieces} × ${product.title}`, look: PLAIN, x: TEXT, width: TEXT_WIDTH },
        { text: product.sku, look: QUIET, x: TEXT, width: TEXT_WIDTH },
        { text: note, look: { ...QUIET, color: "black" }, x: TEXT, width: TEXT_WIDTH },
      ],
    ],
    tick: MARGIN,
    below: 8,
  }));
  return [
    title(`Order #${order.itemId}`, storeName),
    { columns: [[{ text: addressOf(order), look: PLAIN, x: MARGIN, width: WIDTH }]], below: 12 },
    ...lines,
    {
      columns: [[{ text: order.notes, look: { ...PLAIN, color: SOFT }, x: MARGIN, width: WIDTH }]],
      below: 24,
      rule: true,
    },
  ];
}
