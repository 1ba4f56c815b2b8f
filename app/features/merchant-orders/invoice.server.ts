import { wayAndTimeInWords } from "~/features/delivery/words-schema";
import { weighedNote } from "~/features/orders/weighed-line-schema";
import { howPaid, takenOutAndBack } from "~/features/collection-payments/words-schema";
import { priceOfPieces, toCents, toDollars } from "~/features/fields";
import { addressLines, fullName } from "~/features/accounts/plain-schema";
import type { Billing } from "~/features/accounts/schema";
import type { Trader } from "~/features/stores/trader-schema";
import { traderContacts, traderLines } from "~/features/stores/trader-words-schema";
import type { Config } from "~/platform/config.server";
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
import type { MerchantOrderDetails } from "./schema";

const COLUMNS = { title: MARGIN, sku: 300, quantity: 380, price: 430, total: 490 };

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
  const document = await newPdf(`Invoice #${order.itemId}`, seller.storeName);
  const day = (time: string) =>
    new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone }).format(
      new Date(time),
    );
  let y = head(document, heading(document, order, seller, day));
  for (const { product, quantity, price, ...line } of order.carts) {
    const title = printable([product.title, weighedNote(line)].filter(Boolean).join("\n"));
    const height = Math.max(
      18,
      document
        .font("Helvetica")
        .fontSize(10)
        .heightOfString(title, { width: COLUMNS.sku - COLUMNS.title - 12 }) + 8,
    );
    if (y + height > BOTTOM) {
      document.addPage();
      y = head(document, MARGIN);
    }
    document
      .fillColor("black")
      .font("Helvetica")
      .text(title, COLUMNS.title, y, { width: COLUMNS.sku - COLUMNS.title - 12 });
    document.text(printable(product.sku), COLUMNS.sku, y, { width: COLUMNS.quantity - COLUMNS.sku - 8 });
    const lineTotal = priceOfPieces(price, quantity);
    figures(document, y, [
      [COLUMNS.quantity, 40, `${quantity} pcs`],
      [COLUMNS.price, 52, money.format(price)],
      [COLUMNS.total, RIGHT - COLUMNS.total, money.format(lineTotal)],
    ]);
    y += height;
  }
  sums(document, y, order, day);
  credits(document, order, day);
  document
    .font("Helvetica")
    .fontSize(9)
    .fillColor(SOFT)
    .text(printable(`Sold through ${market.name} · ${market.address} · ${market.email}`), MARGIN, BOTTOM + 20, {
      width: RIGHT - MARGIN,
      lineBreak: false,
    });
  return streamed(document);
}

/** Who sold what to whom; answers where the goods begin. */
function heading(
  document: Document,
  order: MerchantOrderDetails,
  seller: Seller,
  day: (time: string) => string,
): number {
  document
    .fillColor(GREEN)
    .font("Times-Bold")
    .fontSize(22)
    .text(printable(seller.storeName || "Invoice"), MARGIN, MARGIN, { width: 300 });
  document
    .fillColor(SOFT)
    .font("Helvetica")
    .fontSize(10)
    .text(printable(sellerLines(seller).join("\n")), { width: 300 });
  const below = Math.max(160, document.y + 16);
  document
    .fillColor("black")
    .font("Helvetica-Bold")
    .fontSize(14)
    .text(`Invoice #${order.itemId}`, 360, MARGIN + 4, { width: RIGHT - 360, align: "right" });
  document
    .font("Helvetica")
    .fontSize(10)
    .fillColor(SOFT)
    .text(`Date: ${day(order.date ?? order.createdAt)}`, 360, MARGIN + 26, { width: RIGHT - 360, align: "right" });
  document.text(printable(howPaid(order.paymentMethod, order.onCollection)), { width: RIGHT - 360, align: "right" });
  if (order.delivery)
    document.text(printable(wayAndTimeInWords(order.delivery)), { width: RIGHT - 360, align: "right" });
  return Math.max(
    300,
    address(document, "Billing Address", order.billing, { x: MARGIN, y: below }),
    address(document, "Shipping Address", order.shipping, { x: 320, y: below }),
  );
}

/** The seller: the trader where one is named, else the stall's business address. */
const sellerLines = ({ trader, businessAddress }: Seller): string[] =>
  trader ? [...traderLines(trader), ...traderContacts(trader)] : [businessAddress];

/** An address in all its lines; answers what stands below it. */
function address(document: Document, title: string, to: Billing, { x, y }: { x: number; y: number }): number {
  document.font("Helvetica-Bold").fontSize(10).fillColor("black").text(title, x, y, { width: 220 });
  const lines = [fullName(to), ...addressLines(to)].filter(Boolean);
  document
    .font("Helvetica")
    .fillColor(SOFT)
    .text(printable(lines.join("\n")), x, y + 16, { width: 220 });
  return document.y + 24;
}

/** The titles of the columns; answers where the rows begin. */
function head(document: Document, y: number): number {
  document.font("Helvetica").fontSize(9).fillColor(SOFT).text("Product", COLUMNS.title, y).text("SKU", COLUMNS.sku, y);
  figures(document, y, [
    [COLUMNS.quantity, 40, "Quantity"],
    [COLUMNS.price, 52, "Price"],
    [COLUMNS.total, RIGHT - COLUMNS.total, "Total"],
  ]);
  document
    .moveTo(MARGIN, y + 16)
    .lineTo(RIGHT, y + 16)
    .strokeColor(LINE)
    .stroke();
  document.fontSize(10);
  return y + 26;
}

function figures(document: Document, y: number, cells: [x: number, width: number, text: string][]): void {
  for (const [x, width, text] of cells) document.text(text, x, y, { width, align: "right", lineBreak: false });
}

function sums(document: Document, below: number, order: MerchantOrderDetails, day: (time: string) => string): void {
  const fits = below + 130 + order.refunds.length * 18 < BOTTOM;
  if (!fits) document.addPage();
  let y = fits ? below + 10 : MARGIN;
  document.moveTo(360, y).lineTo(RIGHT, y).strokeColor(LINE).stroke();
  const rows = [
    ["Subtotal", money.format(order.amount)],
    ["Shipping", order.deliveryFee > 0 ? money.format(order.deliveryFee) : "Free"],
    ...(order.vat > 0 ? [["of which VAT", money.format(order.vat)]] : [["VAT", "$0"]]),
    ["Grand Total", money.format(sumOf(order.amount, order.deliveryFee))],
    ...givenBack(order, day),
  ];
  for (const [label = "", value = ""] of rows) {
    y += 18;
    document
      .font(label === "Grand Total" ? "Helvetica-Bold" : "Helvetica")
      .fillColor("black")
      .fontSize(10);
    document.text(label, 360, y - 8, { lineBreak: false });
    document.text(value, 430, y - 8, { width: RIGHT - 430, align: "right", lineBreak: false });
  }
}

const sumOf = (amount: number, fee: number): number => toDollars(toCents(amount) + toCents(fee));

/** Sums of an order: never to be paid at collection, given back, and left. */
function givenBack(
  { refunds, cancelledAt, vat, vatRefunded, ...order }: MerchantOrderDetails,
  day: (time: string) => string,
): [string, string][] {
  const refunded = sumOf(order.refunded, order.deliveryFeeRefunded);
  if (refunded === 0) return [];
  const left = toDollars(toCents(sumOf(order.amount, order.deliveryFee)) - toCents(refunded));
  const { takenOut, back } = takenOutAndBack(order);
  const isKnown = toCents(back) === refunds.reduce((sum, each) => sum + toCents(each.amount), 0);
  return [
    ...(takenOut > 0 ? [["Not to be paid", `-${money.format(takenOut)}`] as [string, string]] : []),
    ...(isKnown
      ? refunds.map((each): [string, string] => [
          `Given back on ${day(each.createdAt)}`,
          `-${money.format(each.amount)}`,
        ])
      : [
          [cancelledAt ? `Given back by ${day(cancelledAt)}` : "Given back", `-${money.format(back)}`] as [
            string,
            string,
          ],
        ]),
    ["Left", money.format(left)],
    ...(vat > 0
      ? [["of which VAT", money.format(toDollars(toCents(vat) - toCents(vatRefunded)))] as [string, string]]
      : []),
  ];
}

/** What each sum that went back was for: with the day of its entry it is the credit note of the invoice. */
function credits(document: Document, order: MerchantOrderDetails, day: (time: string) => string): void {
  if (order.refunds.length === 0) return;
  let y = document.y + 30;
  const line = (text: string, amount: string, font: "Helvetica" | "Helvetica-Bold") => {
    const height =
      document
        .font(font)
        .fontSize(10)
        .heightOfString(text, { width: COLUMNS.price - MARGIN }) + 6;
    if (y + height > BOTTOM) {
      document.addPage();
      y = MARGIN;
    }
    document.fillColor("black").text(text, MARGIN, y, { width: COLUMNS.price - MARGIN });
    if (amount) figures(document, y, [[COLUMNS.total, RIGHT - COLUMNS.total, amount]]);
    y += height;
  };
  line(`Credit notes to invoice #${order.itemId}`, "", "Helvetica-Bold");
  for (const refund of order.refunds) {
    line(printable(`${day(refund.createdAt)}: ${refund.reason}`), "", "Helvetica");
    for (const { title, quantity, amount } of refund.lines)
      line(
        printable(quantity > 0 ? `${quantity} × ${title}` : `Part of the price of ${title}`),
        `-${money.format(amount)}`,
        "Helvetica",
      );
    if (refund.deliveryFee > 0) line("Delivery fee", `-${money.format(refund.deliveryFee)}`, "Helvetica");
    if (refund.vat > 0) line("of which VAT", `-${money.format(refund.vat)}`, "Helvetica");
  }
}
