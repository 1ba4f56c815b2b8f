import { imagesOf } from "~/features/products/images.server";
import { toDollars } from "~/features/fields";
import { inSize } from "~/features/products/variants.server";
import type { SpreadsheetFormat } from "~/features/spreadsheet-format";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { spreadsheetStream } from "~/platform/spreadsheet.server";
import { dayIn, daysBetween, plusDays } from "~/platform/time-zone";
import { accountOf } from "./account.server";
import { comparedWith } from "./compare.server";
import { endsBeforeItBegins, periodTooLong } from "./errors.server";
import {
  bestCustomers,
  bestSelling,
  countSold,
  customersWon,
  daysOf,
  dayInDollars,
  figuresInDollars,
  NO_FIGURES,
  productsMade,
  productsSold,
  sumOf,
  sumOfDays,
  totalsOf,
  yearsWithSales,
  type DayFigures,
} from "./queries.server";
import {
  MOST_DAYS,
  type CardStats,
  type Period,
  type SalesReport,
  type SalesUser,
  type TopSellingPage,
} from "./schema";

const TOP_SELLING_A_PAGE = 5;
const TOP_CUSTOMERS = 5;
const TOP_PRODUCTS = 20;
/** Days of a trend, which is compared with as many days before, and its steps. */
const TREND_DAYS = 30;
const STEPS = 10;
const DAYS_A_STEP = TREND_DAYS / STEPS;

type Needs = Pick<Services, "db" | "config" | "clock">;

/**
 * The four figures on top of the dashboard. They are read from stored sums, so the cost does not depend on the number
 * of orders.
 */
export async function cards({ db, config, clock }: Needs, merchantId: string): Promise<CardStats> {
  const today = dayIn(config.timeZone, clock.now());
  const first = plusDays(today, 1 - TREND_DAYS);
  const since = new Date(clock.now().getTime() - TREND_DAYS * 86_400_000).toISOString();
  const totals = await totalsOf(db, merchantId);
  const days = await daysOf(db, merchantId, plusDays(first, -TREND_DAYS), today);
  const [products, customers] = [await productsMade(db, merchantId, since), await customersWon(db, merchantId, since)];
  const trendOf = (figure: Figure) => ({
    points: stepsFrom(days, first, figure),
    change: changeOf(days, first, figure),
  });
  const grown = ({ total, times }: { total: number; times: string[] }) => ({
    points: growth(total, times, clock.now()),
    change: times.length,
  });
  return {
    sales: toDollars(revenueOf(totals)),
    orders: ordersLeft(totals),
    products: products.total,
    customers: customers.total,
    trends: {
      sales: trendOf(revenueOf),
      orders: trendOf(ordersLeft),
      products: grown(products),
      customers: grown(customers),
    },
  };
}

type Figure = (day: DayFigures) => number;
/** Sales less refunds, in cents. */
const revenueOf: Figure = ({ cents, refundedCents }) => cents - refundedCents;
/** Orders less those that were refunded whole. */
const ordersLeft: Figure = ({ orders, refundedOrders }) => orders - refundedOrders;

function stepsFrom(days: Map<string, DayFigures>, first: string, figure: Figure): number[] {
  return Array.from({ length: STEPS }, (_, step) =>
    sumFrom(days, plusDays(first, step * DAYS_A_STEP), DAYS_A_STEP, figure),
  );
}

function sumFrom(days: Map<string, DayFigures>, first: string, count: number, figure: Figure): number {
  let sum = 0;
  for (let n = 0; n < count; n += 1) sum += figure(days.get(plusDays(first, n)) ?? NO_FIGURES);
  return sum;
}

function changeOf(days: Map<string, DayFigures>, first: string, figure: Figure): number | null {
  const [now, before] = [
    sumFrom(days, first, TREND_DAYS, figure),
    sumFrom(days, plusDays(first, -TREND_DAYS), TREND_DAYS, figure),
  ];
  return before > 0 ? Math.round(((now - before) / before) * 100) : null;
}

/** How many there were at the end of each step, counted back from how many there are. */
function growth(total: number, times: string[], now: Date): number[] {
  return Array.from({ length: STEPS }, (_, step) => {
    const end = new Date(now.getTime() - (STEPS - 1 - step) * DAYS_A_STEP * 86_400_000).toISOString();
    return total - times.filter((time) => time > end).length;
  });
}

export async function topSelling({ db }: Pick<Needs, "db">, merchantId: string, page: number): Promise<TopSellingPage> {
  const total = await countSold(db, merchantId);
  const docs = await bestSelling(db, merchantId, {
    limit: TOP_SELLING_A_PAGE,
    offset: (page - 1) * TOP_SELLING_A_PAGE,
  });
  return { docs, page, hasNextPage: page * TOP_SELLING_A_PAGE < total, total };
}

export function topCustomers({ db }: Pick<Needs, "db">, merchantId: string): Promise<SalesUser[]> {
  return bestCustomers(db, merchantId, TOP_CUSTOMERS);
}

/** How many of a merchant's parts were paid, and how many of them were refunded whole. */
export async function ordersOf(db: Db, merchantId: string): Promise<{ paid: number; refunded: number }> {
  const { orders, refundedOrders } = await totalsOf(db, merchantId);
  return { paid: orders, refunded: refundedOrders };
}

/** How many of a merchant's parts were paid in one year, including those that were refunded since. */
export async function ordersPaidIn(db: Db, merchantId: string, year: string): Promise<number> {
  return (await sumOfDays(db, merchantId, `${year}-01-01`, `${year}-12-31`)).orders;
}

export function yearsOfSales(db: Db, merchantId: string): Promise<string[]> {
  return yearsWithSales(db, merchantId);
}

/** The days of a period, with its defaults. Refuses a period that is reversed or longer than a year. */
function periodOf({ config, clock }: Needs, { since, until }: Period) {
  const today = dayIn(config.timeZone, clock.now());
  const last = until || (since > today ? since : today);
  const first = since || plusDays(last, 1 - TREND_DAYS);
  if (first > last) throw endsBeforeItBegins();
  if (daysBetween(first, last) > MOST_DAYS) throw periodTooLong();
  return { first, last, today };
}

async function everyDay(db: Db, merchantId: string, first: string, last: string) {
  const figures = await daysOf(db, merchantId, first, last);
  return Array.from({ length: daysBetween(first, last) }, (_, n) => {
    const day = plusDays(first, n);
    return { day, figures: figures.get(day) ?? NO_FIGURES };
  });
}

/**
 * Sales and refunds of a period, by day and by product: a sale on the day on which it was paid, a refund on the day on
 * which it was made. A product of several sizes has a row for each. See docs/decisions/056.
 */
export async function report(needs: Needs, merchantId: string, period: Period): Promise<SalesReport> {
  const { first, last, today } = periodOf(needs, period);
  const days = await everyDay(needs.db, merchantId, first, last);
  const soldProducts = await productsSold(needs.db, merchantId, first, last);
  const top = soldProducts.slice(0, TOP_PRODUCTS);
  const images = await imagesOf(
    needs.db,
    top.map((product) => product._id),
  );
  return {
    since: first,
    until: last,
    today,
    timeZone: needs.config.timeZone,
    ...(await comparedWith(needs.db, merchantId, first, last)),
    days: days.map(({ day, figures }) => ({ day, ...dayInDollars(figures) })),
    ...dayInDollars(sumOf(days.map(({ figures }) => figures))),
    account: await accountOf(needs, merchantId, first, last, today),
    products: top.map((product) => ({ ...product, image: (images.get(product._id) ?? []).slice(0, 1) })),
    productCount: soldProducts.length,
  };
}

const FIGURES = ["Units", "Revenue", "Sales", "Units refunded", "Refunds"];

const figureCells = ({ units, revenue, sales, refundedUnits, refunds }: ReturnType<typeof figuresInDollars>) => [
  units,
  revenue.toFixed(2),
  sales.toFixed(2),
  refundedUnits,
  refunds.toFixed(2),
];

/**
 * The report as CSV or as a workbook: one line for each day, or for each size of a product. The name is without its
 * ending.
 */
export async function reportExport(
  needs: Needs,
  merchantId: string,
  { by, format, ...period }: Period & { by: "day" | "product"; format: SpreadsheetFormat },
): Promise<{ name: string; stream: ReadableStream<Uint8Array> }> {
  const { first, last } = periodOf(needs, period);
  const name = `sales-by-${by}-${first}-${last}`;
  if (by === "day") {
    const days = await everyDay(needs.db, merchantId, first, last);
    const rows = days.map(({ day, figures }) => {
      const inDollars = dayInDollars(figures);
      return [day, inDollars.orders, ...figureCells(inDollars), inDollars.deliveryFees.toFixed(2)];
    });
    return { name, stream: spreadsheetStream(format, ["Day", "Orders", ...FIGURES, "Delivery fees"], [rows]) };
  }
  const soldProducts = await productsSold(needs.db, merchantId, first, last);
  const rows = soldProducts.map(({ title, size, sku, ...figures }) => [
    inSize(title, size),
    sku,
    ...figureCells(figures),
  ]);
  return { name, stream: spreadsheetStream(format, ["Product", "SKU", ...FIGURES], [rows]) };
}
