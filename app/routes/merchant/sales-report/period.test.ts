import { expect, test } from "vitest";
import { ordersOf, periodIn, presets, stepsOf } from "./period";

const days = (first: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    day: new Date(Date.parse(first) + n * 86_400_000).toISOString().slice(0, 10),
    sales: 1.5,
    refunds: -0.4,
    deliveryFees: 0,
    revenue: 1.1,
    orders: 1,
    units: 2,
    refundedUnits: 1,
  }));

test("a period comes from the address as far as it can be understood", () => {
  expect(periodIn(new URLSearchParams("since=2026-03-01&until=soon"))).toEqual({ since: "2026-03-01", until: "" });
});

test("the presets begin where their name says", () => {
  expect(presets("2026-03-02").map(({ label, period }) => `${label}: ${period.since}`)).toEqual([
    "7 days: 2026-02-24",
    "30 days: 2026-02-01",
    "90 days: 2025-12-03",
    "This month: 2026-03-01",
    "Last month: 2026-02-01",
    "This year: 2026-01-01",
    "12 months: 2025-03-03",
  ]);
});

test("a long period is shown by month, and its months add up to the same", () => {
  expect(stepsOf(days("2026-03-01", 31))).toMatchObject({
    by: "day",
    steps: { length: 31, 0: { label: "1 Mar 2026" } },
  });
  const { by, steps } = stepsOf(days("2025-12-31", 100));
  expect([by, ...steps.map((step) => [step.label, step.orders, step.revenue])]).toEqual([
    "month",
    ["Dec 2025", 1, 1.1],
    ["Jan 2026", 31, 34.1],
    ["Feb 2026", 28, 30.8],
    ["Mar 2026", 31, 34.1],
    ["Apr 2026", 9, 9.9],
  ]);
});

test("a step leads to the orders of its days, of a month those within the period", () => {
  const { steps } = stepsOf(days("2025-12-31", 100));
  expect([steps[0], steps[1], steps.at(-1)].map((step) => step && ordersOf(step))).toEqual([
    "/merchant/orders?since=2025-12-31&until=2025-12-31",
    "/merchant/orders?since=2026-01-01&until=2026-01-31",
    "/merchant/orders?since=2026-04-01&until=2026-04-09",
  ]);
  expect(stepsOf(days("2026-03-01", 2)).steps.map(ordersOf)).toEqual([
    "/merchant/orders?since=2026-03-01&until=2026-03-01",
    "/merchant/orders?since=2026-03-02&until=2026-03-02",
  ]);
});
