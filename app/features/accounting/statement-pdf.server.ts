import { entryDays, type Day } from "./statement-days.server";
import { GREEN, MARGIN, newPaper, RIGHT, SOFT, WIDTH, type Block, type Look } from "~/platform/pdf/paper.server";
import type { Config } from "~/platform/config.server";
import type { Services } from "~/platform/services.server";
import type { Cents } from "~/features/fields";
import type { Statement } from "./statement-schema";

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const PLAIN: Look = { font: "Helvetica", size: 10 };
const BOLD: Look = { font: "Helvetica-Bold", size: 10 };
const QUIET: Look = { font: "Helvetica", size: 10, color: SOFT };
const FIGURES: Look = { font: "Helvetica", size: 8 };
/** Where the right half of the heading begins. */
const HALF = 320;
const DAY_WIDTH = 48;
/** Room between two columns of figures. */
const GAP = 5;

export interface Seller {
  storeName: string;
  businessAddress: string;
}

/** A month as PDF: its sums, and what happened on each of its days; most are one or two A4 pages. */
export async function statementPdf(
  services: Pick<Services, "db" | "config" | "clock">,
  merchant: Seller & { _id: string },
  statement: Statement,
  openingCents: Cents,
): Promise<ReadableStream<Uint8Array>> {
  const days = await entryDays(services, merchant._id, statement, openingCents);
  return printedStatement(merchant, statement, days, services.config.market, services.clock.now());
}

/** The paper of a statement and its days. */
export async function printedStatement(
  merchant: Seller,
  statement: Statement,
  days: readonly Day[],
  market: Config["market"],
  now: Date,
): Promise<ReadableStream<Uint8Array>> {
  const paper = await newPaper(`Statement ${statement.month}`, merchant.storeName);
  paper.write([heading(merchant, statement, now)]);
  const rows = sumsOf(statement);
  const sumWidth = paper.widthOf(
    rows.map(([, amount]) => money.format(amount)),
    BOLD,
  );
  paper.write(rows.map((row, index) => sumRow(row, sumWidth, index === 0 || index === rows.length - 1)));
  paper.y += 16;
  // Payments at collection are in the column of payouts: both are money that the merchant has received.
  const titles = { ...TITLES, payouts: !statement.cash ? TITLES.payouts : "Paid to you" };
  const figures = days.map(figuresOf);
  const size = paper.sizeFor(
    [titles, ...figures].flatMap((texts) => COLUMNS.map((name) => texts[name])),
    { ...FIGURES, font: "Helvetica-Bold" },
    FIGURE_WIDTH,
  );
  const head = tableRow(titles, { font: "Helvetica-Bold", size });
  const [firstRow, ...furtherRows] = figures.map((day) => tableRow(day, { font: "Helvetica", size }));
  paper.write([head, ...(firstRow ? [firstRow] : [])]);
  paper.headings = [head];
  for (const row of furtherRows) paper.write([row]);
  paper.headings = [];
  paper.writeLoss();
  return paper.finish(`${market.name} · ${market.address} · ${market.email}`);
}

/** "March 2026". */
export function monthInWords(month: string): string {
  const format = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

function heading(merchant: Seller, { month, timeZone, isOver }: Statement, now: Date): Block {
  const createdAt = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(now);
  const leftHalf = { x: MARGIN, width: HALF - MARGIN - 12 };
  const rightHalf = { x: HALF, width: RIGHT - HALF, align: "right" as const, above: 2 };
  return {
    columns: [
      [
        { ...leftHalf, text: merchant.storeName || "Statement", look: { font: "Times-Bold", size: 22, color: GREEN } },
        { ...leftHalf, text: merchant.businessAddress, look: QUIET, above: 2 },
      ],
      [
        {
          ...rightHalf,
          text: `Statement for ${monthInWords(month)}`,
          look: { font: "Helvetica-Bold", size: 14 },
          above: 4,
        },
        { ...rightHalf, text: `Days begin and end in ${timeZone}`, look: QUIET },
        { ...rightHalf, text: isOver ? `Made on ${createdAt}` : `Not over yet: as of ${createdAt}`, look: QUIET },
      ],
    ],
    below: 32,
  };
}

const sumsOf = ({ isOver, ...of }: Statement): [label: string, amount: number][] => [
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

/** A sum beside its label; balances are bold. */
function sumRow([label, amount]: [string, number], width: number, isBalance: boolean): Block {
  const look = isBalance ? BOLD : PLAIN;
  return {
    columns: [
      [{ text: label, look, x: MARGIN, width: 150 }],
      [{ text: money.format(amount), look, x: MARGIN + 162, width: Math.max(width, 80), align: "right" }],
    ],
    below: 6,
  };
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

const COLUMNS = ["sales", "delivery", "refunds", "disputes", "fees", "payouts", "balance"] as const;
const COLUMN_WIDTH = (WIDTH - DAY_WIDTH) / COLUMNS.length;
const FIGURE_WIDTH = COLUMN_WIDTH - GAP;

/** A row of the table. Its figures are as small as the widest figure of the table needs. */
const tableRow = (texts: typeof TITLES, look: Look): Block => ({
  columns: [
    [{ text: texts.day, look: { ...look, size: FIGURES.size }, x: MARGIN, width: DAY_WIDTH }],
    ...COLUMNS.map((name, index) => [
      {
        text: texts[name],
        look,
        x: MARGIN + DAY_WIDTH + index * COLUMN_WIDTH + GAP,
        width: FIGURE_WIDTH,
        align: "right" as const,
      },
    ]),
  ],
  below: 6,
  rule: true,
});
