import { expect, test } from "vitest";
import { SEE_THE_PAGE } from "~/platform/pdf/paper.server";
import { LARGEST_SUM, LONGEST_EMAIL, WRITERS, type Writer } from "../../../tests/fixtures/longest-order";
import { layoutFaults, readPages } from "../../../tests/fixtures/pdf";
import type { Day } from "./statement-days.server";
import { printedStatement } from "./statement-pdf.server";
import type { Statement } from "./statement-schema";

const CENTS = -Math.round(LARGEST_SUM * 100);
const [sale, sum] = [CENTS, -LARGEST_SUM];
const STATEMENT: Statement = {
  month: "2026-09",
  timeZone: "America/Argentina/ComodRivadavia",
  isOver: false,
  opening: sum,
  sales: sum,
  deliveryFees: sum,
  refunds: sum,
  disputes: sum,
  vat: sum,
  fees: sum,
  payouts: sum,
  cash: sum,
  closing: sum,
  entries: 60,
};
const day = (index: number): Day => ({
  day: `2026-09-${String((index % 30) + 1).padStart(2, "0")}`,
  sale,
  delivery: sale,
  refund: sale,
  dispute: sale,
  fee: sale,
  payout: sale,
  cash: 0,
  balance: sale,
});
/** A statement with all texts as long as they may be. */
const longest = (write: Writer, days = 60) =>
  printedStatement(
    { storeName: write(120), businessAddress: write(200) },
    STATEMENT,
    Array.from({ length: days }, (_, index) => day(index)),
    { name: "M".repeat(60), address: write(200), email: LONGEST_EMAIL, phone: "" },
    new Date("2026-09-28T10:00:00Z"),
  );

test.each(Object.entries(WRITERS))("has nothing over anything else, at the longest %s", async (_, write) => {
  for (const days of [0, 1, 60]) expect(await layoutFaults(longest(write, days))).toEqual([]);
});

test("repeats the titles of its columns on each page, in letters that can be read", async () => {
  const { pages, marks } = await readPages(longest(() => "Hill Farm"));
  expect(pages.length).toBeGreaterThan(1);
  expect(marks.filter(({ text }) => text === "Balance").map(({ page }) => page)).toEqual(pages.map((_, n) => n + 1));
  expect(Math.min(...marks.filter(({ text }) => text).map(({ size }) => size))).toBeGreaterThan(5.4);
});

test("says that letters are missing which no font has", async () => {
  const says = async (write: Writer) =>
    (await readPages(longest(write, 1))).marks.some(({ text }) => text === SEE_THE_PAGE);
  expect([await says(() => "李家农场"), await says(() => "Ферма")]).toEqual([true, false]);
});
