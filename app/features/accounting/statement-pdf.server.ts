import { entryDays, type Day } from "./statement-days.server";
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
import type { Services } from "~/platform/services.server";
import type { Cents } from "~/features/fields";
import type { Statement } from "./statement-schema";

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
/** Where the columns of figures end. */
const COLUMNS = { sales: 172, delivery: 234, refunds: 296, disputes: 358, fees: 420, payouts: 484, balance: RIGHT };
const WIDTH = 60;

/** A month as PDF: its sums, and what happened on each of its days; at most two A4 pages. */
export async function statementPdf(
  services: Pick<Services, "db" | "config" | "clock">,
  merchant: { _id: string; storeName: string; businessAddress: string },
  statement: Statement,
  openingCents: Cents,
): Promise<ReadableStream<Uint8Array>> {
  const days = await entryDays(services, merchant._id, statement, openingCents);
  const title = monthInWords(statement.month);
  const document = await newPdf(`Statement ${statement.month}`, merchant.storeName);
  heading(document, title, merchant, statement, services.clock.now());
  let y = sums(document, statement, 190);
  // Payments at collection stand with the payouts: both are money that the merchant has got.
  const titles = { ...TITLES, payouts: !statement.cash ? TITLES.payouts : "Paid to you" };
  y = row(document, y + 16, titles, { bold: true });
  for (const day of days) {
    if (y + 16 > BOTTOM) {
      document.addPage();
      y = row(document, MARGIN, titles, { bold: true });
    }
    y = row(document, y, figuresOf(day));
  }
  foot(document, services.config);
  return streamed(document);
}

/** "March 2026". */
export function monthInWords(month: string): string {
  const format = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

function heading(
  document: Document,
  title: string,
  merchant: { storeName: string; businessAddress: string },
  { timeZone, isOver }: Statement,
  now: Date,
): void {
  document
    .fillColor(GREEN)
    .font("Times-Bold")
    .fontSize(22)
    .text(printable(merchant.storeName || "Statement"), MARGIN, MARGIN, { width: 300 });
  document.fillColor(SOFT).font("Helvetica").fontSize(10).text(printable(merchant.businessAddress), { width: 300 });
  document
    .fillColor("black")
    .font("Helvetica-Bold")
    .fontSize(14)
    .text(`Statement for ${title}`, 320, MARGIN + 4, { width: RIGHT - 320, align: "right" });
  const createdAt = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(now);
  document
    .font("Helvetica")
    .fontSize(10)
    .fillColor(SOFT)
    .text(printable(`Days begin and end in ${timeZone}`), 320, MARGIN + 26, { width: RIGHT - 320, align: "right" });
  document.text(isOver ? `Made on ${createdAt}` : `Not over yet: as of ${createdAt}`, {
    width: RIGHT - 320,
    align: "right",
  });
}

/** The sums one under the other; answers where the next begins. */
function sums(document: Document, { isOver, ...of }: Statement, from: number): number {
  const rows: [label: string, amount: number][] = [
    ["Opening balance", of.opening],
    ["Sales", of.sales],
    ["Delivery fees", of.deliveryFees],
    ["Refunds", of.refunds],
    ["Lost disputes", of.disputes],
    ["of which VAT", of.vat],
    ["Fees", of.fees],
    ["Payouts", of.payouts],
    ...(!of.cash ? [] : [["Paid to you at collection", of.cash] as [string, number]]),
    [isOver ? "Closing balance" : "Balance so far", of.closing],
  ];
  let y = from;
  for (const [place, [label, amount]] of rows.entries()) {
    const isBalance = place === 0 || place === rows.length - 1;
    document
      .font(isBalance ? "Helvetica-Bold" : "Helvetica")
      .fontSize(10)
      .fillColor("black");
    document.text(label, MARGIN, y, { lineBreak: false });
    document.text(money.format(amount), 200, y, { width: 120, align: "right", lineBreak: false });
    y += 18;
  }
  return y;
}

const TITLES = {
  day: "Day",
  sales: "Sales",
  delivery: "Delivery",
  refunds: "Refunds",
  disputes: "Disputes",
  fees: "Fees",
  payouts: "Payouts",
  balance: "Balance",
};

function figuresOf({ day, balance, ...kinds }: Day): typeof TITLES {
  const cents = (amount: number) => (amount === 0 ? "" : money.format(amount / 100));
  return {
    day,
    sales: cents(kinds.sale),
    delivery: cents(kinds.delivery),
    refunds: cents(kinds.refund),
    disputes: cents(kinds.dispute),
    fees: cents(kinds.fee),
    payouts: cents(kinds.payout + kinds.cash),
    balance: money.format(balance / 100),
  };
}

function row(document: Document, y: number, { day, ...figures }: typeof TITLES, { bold = false } = {}): number {
  document
    .font(bold ? "Helvetica-Bold" : "Helvetica")
    .fontSize(8)
    .fillColor("black")
    .text(day, MARGIN, y, { lineBreak: false });
  for (const [name, text] of Object.entries(figures)) {
    const end = COLUMNS[name as keyof typeof COLUMNS];
    document.text(text, end - WIDTH, y, { width: WIDTH, align: "right", lineBreak: false });
  }
  document
    .moveTo(MARGIN, y + 12)
    .lineTo(RIGHT, y + 12)
    .strokeColor(LINE)
    .stroke();
  return y + 16;
}

function foot(document: Document, { market }: Pick<Config, "market">): void {
  document
    .font("Helvetica")
    .fontSize(9)
    .fillColor(SOFT)
    .text(printable(`${market.name} · ${market.address} · ${market.email}`), MARGIN, BOTTOM + 20, {
      width: RIGHT - MARGIN,
      lineBreak: false,
    });
}
