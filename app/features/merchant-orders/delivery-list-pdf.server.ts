import { fullName } from "~/features/accounts/plain-schema";
import { weekdayInWords } from "~/features/days";
import { GREEN, MARGIN, newPaper, RIGHT, WIDTH, type Block, type Words } from "~/platform/pdf/paper.server";
import type { DeliveryList } from "./day-schema";
import { addressOf, goodsOfAll, hoursOf, telephoneOf } from "./delivery-list.server";
import { handOversOf, notesOf, numbersInWords } from "./hand-overs-schema";
import type { MerchantOrder } from "./schema";

/** Width of the column of numbers. */
const NUMBER_WIDTH = 30;
const TICK_WIDTH = 24;

/**
 * The delivery list of a day: a numbered stop for each hand-over, with a box to tick. No stop is split between pages.
 */
export async function deliveryListPdf(
  { day, orders }: DeliveryList,
  storeName: string,
): Promise<ReadableStream<Uint8Array>> {
  const title = `Deliveries, ${weekdayInWords(day)}`;
  const paper = await newPaper(title, storeName);
  const heading: Block = {
    columns: [[{ text: title, look: { font: "Times-Bold", size: 18, color: GREEN }, x: MARGIN, width: WIDTH }]],
    below: 18,
  };
  paper.write([heading]);
  paper.headings = [heading];
  for (const [index, stopOrders] of handOversOf(orders).entries())
    paper.write(stop(index + 1, stopOrders), { saysLoss: true });
  return paper.finish(storeName);
}

/** A stop: its number, who gets what where, and a box to tick at the right. */
const stop = (number: number, orders: [MerchantOrder, ...MerchantOrder[]]): Block[] => [
  {
    columns: [
      [{ text: String(number), look: { font: "Helvetica-Bold", size: 14 }, x: MARGIN, width: NUMBER_WIDTH - 4 }],
      textsOf(orders),
    ],
    tick: RIGHT - 14,
    below: 16,
    rule: true,
  },
];

function textsOf(orders: [MerchantOrder, ...MerchantOrder[]]): Words[] {
  const [order] = orders;
  const column = { x: MARGIN + NUMBER_WIDTH, width: WIDTH - NUMBER_WIDTH - TICK_WIDTH };
  const plain = (text: string, size: number): Words => ({ ...column, text, look: { font: "Helvetica", size } });
  return [
    { ...column, text: fullName(order.shipping), look: { font: "Helvetica-Bold", size: 12 } },
    plain(addressOf(order), 12),
    plain([hoursOf(order), numbersInWords(orders), telephoneOf(order)].filter(Boolean).join(" · "), 11),
    plain(goodsOfAll(orders), 10),
    plain(notesOf(orders), 10),
  ];
}
