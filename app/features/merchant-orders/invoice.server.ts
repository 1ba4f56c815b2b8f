import { wayAndTimeInWords } from "~/features/delivery/words-schema";
import { weighedNote } from "~/features/orders/weighed-line-schema";
import { howPaid, takenOutAndBack } from "~/features/collection-payments/words-schema";
import { priceOfPieces, toCents, toDollars } from "~/features/fields";
import { invoiceTitle } from "~/features/orders/invoice-number-schema";
import { supplyInWords } from "./supply-schema";
import { addressLines, fullName } from "~/features/accounts/plain-schema";
import type { Billing } from "~/features/accounts/schema";
import type { Trader } from "~/features/stores/trader-schema";
import { traderContacts, traderLines } from "~/features/stores/trader-words-schema";
import type { Config } from "~/platform/config.server";
import {
  GREEN,
  MARGIN,
  newPaper,
  RIGHT,
  SOFT,
  WIDTH,
  type Block,
  type Look,
  type Paper,
  type Words,
} from "~/platform/pdf/paper.server";
import type { MerchantOrderDetails } from "./schema";

const PLAIN: Look = { font: "Helvetica", size: 10 };
const BOLD: Look = { font: "Helvetica-Bold", size: 10 };
const QUIET: Look = { font: "Helvetica", size: 10, color: SOFT };
const TITLES: Look = { font: "Helvetica", size: 9, color: SOFT };
/** Room between two columns. */
const GAP = 12;
/** Where the right half of a page begins. */
const HALF = 320;

export interface Seller {
  storeName: string;
  businessAddress: string;
  /** Null while the merchant has not named the trader. */
  trader: Trader | null;
}

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** An order's invoice as PDF, one A4 page or more. */
export async function invoicePdf(
  order: MerchantOrderDetails,
  seller: Seller,
  { market, timeZone }: Pick<Config, "market" | "timeZone">,
): Promise<ReadableStream<Uint8Array>> {
  const paper = await newPaper(invoiceTitle(order), seller.storeName);
  const day = (time: string) =>
    new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone }).format(
      new Date(time),
    );
  paper.write([heading(order, seller, day), addresses(order)]);
  writeGoods(paper, order);
  paper.write(sums(paper, order, day));
  paper.y += 20;
  const [title, firstCredit, ...furtherCredits] = credits(paper, order, day);
  if (title && firstCredit) paper.write([title, firstCredit]);
  for (const credit of furtherCredits) paper.write([credit]);
  paper.writeLoss();
  return paper.finish(`Sold through ${market.name} · ${market.address} · ${market.email}`);
}

/** The seller, the buyer and the order. */
function heading(order: MerchantOrderDetails, seller: Seller, day: (time: string) => string): Block {
  const leftColumn = { x: MARGIN, width: HALF - MARGIN - GAP };
  const right = { x: HALF, width: RIGHT - HALF, align: "right" as const };
  const about = [
    `Date: ${day(order.date ?? order.createdAt)}`,
    `Order #${order.itemId}`,
    supplyInWords(order, day),
    howPaid(order.paymentMethod, order.onCollection),
    order.delivery ? wayAndTimeInWords(order.delivery) : "",
  ];
  return {
    columns: [
      [
        { ...leftColumn, text: seller.storeName || "Invoice", look: { font: "Times-Bold", size: 22, color: GREEN } },
        { ...leftColumn, text: sellerLines(seller).join("\n"), look: QUIET, above: 2 },
      ],
      [
        { ...right, text: invoiceTitle(order), look: { font: "Helvetica-Bold", size: 14 }, above: 4 },
        ...about.map((text): Words => ({ ...right, text, look: QUIET, above: 2 })),
      ],
    ],
    below: 24,
  };
}

/** The seller: the trader where one is named, else the stall's business address. */
const sellerLines = ({ trader, businessAddress }: Seller): string[] =>
  trader ? [...traderLines(trader), ...traderContacts(trader)] : [businessAddress];

const addresses = ({ billing, shipping }: MerchantOrderDetails): Block => ({
  columns: [
    address("Billing Address", billing, MARGIN, HALF - MARGIN - GAP),
    address("Shipping Address", shipping, HALF, RIGHT - HALF),
  ],
  below: 24,
});

/** An address in all its lines. */
const address = (title: string, to: Billing, x: number, width: number): Words[] => [
  { text: title, look: BOLD, x, width },
  { text: [fullName(to), ...addressLines(to)].filter(Boolean).join("\n"), look: QUIET, x, width, above: 3 },
];

/**
 * Writes the lines of goods, with the titles of the columns above them on each page. Columns of figures are as wide as
 * their texts.
 */
function writeGoods(paper: Paper, { carts }: MerchantOrderDetails): void {
  const rows = carts.map(({ product, quantity, price, ...line }) => ({
    title: [product.title, weighedNote(line)].filter(Boolean).join("\n"),
    sku: product.sku,
    figures: [`${quantity} pcs`, money.format(price), money.format(priceOfPieces(price, quantity))],
  }));
  const titles = ["Quantity", "Price", "Total"];
  const widths = titles.map((title, index) =>
    Math.max(
      paper.widthOf([title], TITLES),
      paper.widthOf(
        rows.map(({ figures }) => figures[index] ?? ""),
        PLAIN,
      ),
    ),
  );
  const rest = WIDTH - widths.reduce((sum, width) => sum + width + GAP, 0);
  const skuWidth = Math.round(rest * 0.28);
  const titleWidth = rest - skuWidth - GAP;
  const row = (title: string, sku: string, figures: readonly string[], look: Look): Words[][] => {
    let x = MARGIN + rest;
    return [
      [{ text: title, look, x: MARGIN, width: titleWidth }],
      [{ text: sku, look, x: MARGIN + titleWidth + GAP, width: skuWidth }],
      ...widths.map((width, index): Words[] => {
        x += GAP + width;
        return [{ text: figures[index] ?? "", look, x: x - width, width, align: "right" }];
      }),
    ];
  };
  const head: Block = { columns: row("Product", "SKU", titles, TITLES), below: 12, rule: true };
  const [first, ...furtherRows] = rows.map(({ title, sku, figures }): Block => {
    return { columns: row(title, sku, figures, PLAIN), below: 7 };
  });
  paper.write([head, ...(first ? [first] : [])]);
  paper.headings = [head];
  for (const block of furtherRows) paper.write([block]);
  paper.headings = [];
}

/** The sums, one under the other. */
function sums(paper: Paper, order: MerchantOrderDetails, day: (time: string) => string): Block[] {
  const rows = [
    ["Subtotal", money.format(order.amount)],
    ["Shipping", order.deliveryFee > 0 ? money.format(order.deliveryFee) : "Free"],
    ...(order.vat > 0 ? [["of which VAT", money.format(order.vat)]] : [["VAT", "$0"]]),
    [GRAND_TOTAL, money.format(sumOf(order.amount, order.deliveryFee))],
    ...givenBack(order, day),
  ];
  const width = paper.widthOf(
    rows.map(([, value = ""]) => value),
    BOLD,
  );
  const labelWidth = 140;
  const x = RIGHT - width - GAP - labelWidth;
  return [
    { columns: [], below: 12, rule: { x } },
    ...rows.map(([label = "", value = ""]): Block => {
      const look = label === GRAND_TOTAL ? BOLD : PLAIN;
      return {
        columns: [
          [{ text: label, look, x, width: labelWidth }],
          [{ text: value, look, x: RIGHT - width, width, align: "right" }],
        ],
        below: 6,
      };
    }),
  ];
}

const GRAND_TOTAL = "Grand Total";

const sumOf = (amount: number, fee: number): number => toDollars(toCents(amount) + toCents(fee));

/**
 * The sums of an order that need not be paid at collection, were refunded, and are left. Empty if nothing was refunded.
 */
function givenBack(
  { refunds, cancelledAt, vat, vatRefunded, ...order }: MerchantOrderDetails,
  day: (time: string) => string,
): [string, string][] {
  const refunded = sumOf(order.refunded, order.deliveryFeeRefunded);
  if (refunded === 0) return [];
  const restDollars = toDollars(toCents(sumOf(order.amount, order.deliveryFee)) - toCents(refunded));
  const { takenOut, back } = takenOutAndBack(order);
  const isKnown = toCents(back) === refunds.reduce((sum, refund) => sum + toCents(refund.amount), 0);
  return [
    ...(takenOut > 0 ? [["Not to be paid", `-${money.format(takenOut)}`] as [string, string]] : []),
    ...(isKnown
      ? refunds.map((refund): [string, string] => [
          `Given back on ${day(refund.createdAt)}`,
          `-${money.format(refund.amount)}`,
        ])
      : [
          [cancelledAt ? `Given back by ${day(cancelledAt)}` : "Given back", `-${money.format(back)}`] as [
            string,
            string,
          ],
        ]),
    ["Left", money.format(restDollars)],
    ...(vat > 0
      ? [["of which VAT", money.format(toDollars(toCents(vat) - toCents(vatRefunded)))] as [string, string]]
      : []),
  ];
}

/** The refunds with their reasons. With the day of its entry, each is a credit note to the invoice. */
function credits(paper: Paper, order: MerchantOrderDetails, day: (time: string) => string): Block[] {
  if (order.refunds.length === 0) return [];
  const rows = order.refunds.flatMap((refund): [text: string, amount: number | null][] => [
    [`${day(refund.createdAt)}: ${refund.reason}`, null],
    ...refund.lines.map(({ title, quantity, amount }): [string, number] => [
      quantity > 0 ? `${quantity} × ${title}` : `Part of the price of ${title}`,
      amount,
    ]),
    ...(refund.deliveryFee > 0 ? [["Delivery fee", refund.deliveryFee] as [string, number]] : []),
    ...(refund.vat > 0 ? [["of which VAT", refund.vat] as [string, number]] : []),
  ]);
  const inWords = (amount: number | null) => (amount === null ? "" : `-${money.format(amount)}`);
  const width = paper.widthOf(
    rows.map(([, amount]) => inWords(amount)),
    PLAIN,
  );
  return [
    {
      columns: [
        [
          {
            text: `Credit notes to ${invoiceTitle(order).replace("Invoice", "invoice")}`,
            look: BOLD,
            x: MARGIN,
            width: WIDTH,
          },
        ],
      ],
      below: 6,
    },
    ...rows.map(([text, amount]): Block => ({
      columns: [
        [{ text, look: PLAIN, x: MARGIN, width: WIDTH - width - GAP }],
        [{ text: inWords(amount), look: PLAIN, x: RIGHT - width, width, align: "right" }],
      ],
      below: 6,
    })),
  ];
}
