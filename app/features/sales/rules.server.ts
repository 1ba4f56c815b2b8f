import { imagesOf } from "~/features/products/images.server";
import { toDollars } from "~/features/fields";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { csvStream } from "~/platform/spreadsheet.server";
import { dayIn, daysBetween, plusDays } from "~/platform/time-zone";
import { comparedWith } from "./compare.server";
import { endsBeforeItBegins, periodTooLong } from "./errors.server";
import {
  bestCustomers,
  bestSelling,
  countSold,
  customersWon,
  daysOf,
  keptOnDays,
  productsMade,
  productsSold,
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
/** A trend looks at so many days, in so many steps, and at as many days before. */
const TREND_DAYS = 30;
const STEPS = 10;
const DAYS_A_STEP = TREND_DAYS / STEPS;

type Needs = Pick<Services, "db" | "config" | "clock">;

/**
 * The four figures on top of the dashboard. Read from sums that are kept, so it costs the same however many orders
 * there are.
 */
export async function cards({ db, config, clock }: Needs, merchantId: string): Promise<CardStats> {
  const today = dayIn(config.timeZone, clock.now());
  const first = plusDays(today, 1 - TREND_DAYS);
  const since = new Date(clock.now().getTime() - TREND_DAYS * 86_400_000).toISOString();
  const totals = await totalsOf(db, merchantId);
  const days = await daysOf(db, merchantId, plusDays(first, -TREND_DAYS), today);
  const [products, customers] = [await productsMade(db, merchantId, since), await customersWon(db, merchantId, since)];
  const sold = (what: keyof DayFigures) => ({
    points: stepsFrom(days, first, what),
    change: changeOf(days, first, what),
  });
  const grown = ({ total, times }: { total: number; times: string[] }) => ({
    points: growth(total, times, clock.now()),
    change: times.length,
  });
  return {
    sales: toDollars(totals.cents),
    orders: totals.orders,
    products: products.total,
    customers: customers.total,
    trends: { sales: sold("cents"), orders: sold("orders"), products: grown(products), customers: grown(customers) },
  };
}

function stepsFrom(days: Map<string, DayFigures>, first: string, what: keyof DayFigures): number[] {
  return Array.from({ length: STEPS }, (_, step) =>
    sumFrom(days, plusDays(first, step * DAYS_A_STEP), DAYS_A_STEP, what),
  );
}

function sumFrom(days: Map<string, DayFigures>, first: string, count: number, what: keyof DayFigures): number {
  let sum = 0;
  for (let n = 0; n < count; n += 1) sum += days.get(plusDays(first, n))?.[what] ?? 0;
  return sum;
}

function changeOf(days: Map<string, DayFigures>, first: string, what: keyof DayFigures): number | null {
  const [now, before] = [
    sumFrom(days, first, TREND_DAYS, what),
    sumFrom(days, plusDays(first, -TREND_DAYS), TREND_DAYS, what),
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

/** How many orders a merchant has sold and not cancelled. */
export async function ordersKept(db: Db, merchantId: string): Promise<number> {
  return (await totalsOf(db, merchantId)).orders;
}

/** The same of one year. */
export async function ordersKeptIn(db: Db, merchantId: string, year: string): Promise<number> {
  return keptOnDays(db, merchantId, `${year}-01-01`, `${year}-12-31`);
}

export function yearsOfSales(db: Db, merchantId: string): Promise<string[]> {
  return yearsWithSales(db, merchantId);
}

/** The days of a period as they are meant; refuses one that is reversed or longer than a year. */
function periodOf({ config, clock }: Needs, { since, until }: Period) {
  const today = dayIn(config.timeZone, clock.now());
  const last = until || (since > today ? since : today);
  const first = since || plusDays(last, 1 - TREND_DAYS);
  if (first > last) throw endsBeforeItBegins();
  if (daysBetween(first, last) > MOST_DAYS) throw periodTooLong();
  return { first, last, today };
}

async function everyDay(db: Db, merchantId: string, first: string, last: string): Promise<SalesReport["days"]> {
  const known = await daysOf(db, merchantId, first, last);
  return Array.from({ length: daysBetween(first, last) }, (_, n) => {
    const day = plusDays(first, n);
    const { orders, units, cents } = known.get(day) ?? { orders: 0, units: 0, cents: 0 };
    return { day, orders, units, revenue: toDollars(cents) };
  });
}

/** Revenue, orders and pieces of a period, by day and by product. What was cancelled later is not in it. */
export async function report(needs: Needs, merchantId: string, wanted: Period): Promise<SalesReport> {
  const { first, last, today } = periodOf(needs, wanted);
  const days = await everyDay(needs.db, merchantId, first, last);
  const sold = await productsSold(needs.db, merchantId, first, last);
  const top = sold.slice(0, TOP_PRODUCTS);
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
    days,
    orders: days.reduce((sum, day) => sum + day.orders, 0),
    units: days.reduce((sum, day) => sum + day.units, 0),
    revenue: toDollars(days.reduce((sum, day) => sum + Math.round(day.revenue * 100), 0)),
    products: top.map((product) => ({ ...product, image: (images.get(product._id) ?? []).slice(0, 1) })),
    productCount: sold.length,
  };
}

/** The same as CSV: one line a day, or one a product. */
export async function reportAsCsv(
  needs: Needs,
  merchantId: string,
  wanted: Period,
  by: "day" | "product",
): Promise<{ name: string; csv: ReadableStream<Uint8Array> }> {
  const { first, last } = periodOf(needs, wanted);
  const name = `sales-by-${by}-${first}-${last}.csv`;
  if (by === "day") {
    const days = await everyDay(needs.db, merchantId, first, last);
    return {
      name,
      csv: csvStream(
        ["Day", "Orders", "Units", "Revenue"],
        [days.map(({ day, orders, units, revenue }) => [day, orders, units, revenue.toFixed(2)])],
      ),
    };
  }
  const sold = await productsSold(needs.db, merchantId, first, last);
  return {
    name,
    csv: csvStream(
      ["Product", "SKU", "Units", "Revenue"],
      [sold.map(({ title, sku, units, revenue }) => [title, sku, units, revenue.toFixed(2)])],
    ),
  };
}
