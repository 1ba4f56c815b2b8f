import { toCents, toDollars } from "~/features/fields";
import { isDay } from "~/features/days";
import type { Period, SalesReport } from "~/features/sales-report/schema";
import { ordersAddress } from "../orders/orders-address";
import { addressOf } from "../pages";

/** The period that an address asks for. A text that is no day leaves the choice to the report. */
export function periodIn(search: URLSearchParams): Period {
  const day = (name: string) => {
    const text = search.get(name) ?? "";
    return isDay(text) ? text : "";
  };
  return { since: day("since"), until: day("until") };
}

export const reportAddress = (period: Period) => addressOf("/merchant/sales_report", period);
export const exportAddress = (period: Period, by: "day" | "product", format: "csv" | "xlsx") =>
  addressOf(`/merchant/sales_report.${format}`, { ...period, by });

/** The address of the orders of these days, from which the figures are made. */
export const ordersOf = ({ since, until }: Period) => ordersAddress({ since, until });

/** Periods that are often needed, most of them up to today. */
export function presets(today: string): { label: string; period: Period }[] {
  const back = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
  return [
    { label: "7 days", period: { since: back(6), until: today } },
    { label: "30 days", period: { since: back(29), until: today } },
    { label: "90 days", period: { since: back(89), until: today } },
    { label: "This month", period: { since: `${today.slice(0, 7)}-01`, until: today } },
    { label: "Last month", period: monthBefore(today) },
    { label: "This year", period: { since: `${today.slice(0, 4)}-01-01`, until: today } },
    { label: "12 months", period: { since: back(364), until: today } },
  ];
}

function monthBefore(today: string): Period {
  const until = new Date(Date.parse(`${today.slice(0, 7)}-01`) - 86_400_000).toISOString().slice(0, 10);
  return { since: `${until.slice(0, 7)}-01`, until };
}

/** The most days to show. More days would be too thin to see or read, so months take their place. */
const MOST_DAYS_SHOWN = 92;

export interface Step {
  /** "14 Nov 2024" or "Nov 2024". */
  label: string;
  key: string;
  /** The first and last day of the step within the period. */
  since: string;
  until: string;
  sales: number;
  /** 0 or below. */
  refunds: number;
  revenue: number;
  orders: number;
  units: number;
}

/** The report's days, or its months if there are many days. */
export function stepsOf(days: SalesReport["days"]): { by: "day" | "month"; steps: Step[] } {
  if (days.length <= MOST_DAYS_SHOWN)
    return {
      by: "day",
      steps: days.map(({ day, ...figures }) => ({
        key: day,
        since: day,
        until: day,
        label: inWords(day, { day: "numeric", month: "short", year: "numeric" }),
        ...figures,
      })),
    };
  const months = new Map<string, Step>();
  const sum = (first: number, second: number) => toDollars(toCents(first + second));
  for (const { day, sales, refunds, revenue, orders, units } of days) {
    const key = day.slice(0, 7);
    const month = months.get(key) ?? {
      key,
      since: day,
      until: day,
      label: inWords(day, { month: "short", year: "numeric" }),
      sales: 0,
      refunds: 0,
      revenue: 0,
      orders: 0,
      units: 0,
    };
    months.set(key, {
      ...month,
      until: day,
      sales: sum(month.sales, sales),
      refunds: sum(month.refunds, refunds),
      revenue: sum(month.revenue, revenue),
      orders: month.orders + orders,
      units: month.units + units,
    });
  }
  return { by: "month", steps: [...months.values()] };
}

/** A day without a time is the same in every time zone, so UTC will do. */
export function inWords(day: string, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-GB", { ...style, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}
