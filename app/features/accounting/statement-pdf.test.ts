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

test("has the sums of its month and those of each day", async () => {
  const textsOf = async (isOver: boolean, cash: number | undefined) => {
    const statement = { ...STATEMENT, month: "2026-05", timeZone: "UTC", isOver, cash };
    const sums = {
      opening: 1,
      sales: 9,
      deliveryFees: 2,
      refunds: -1.5,
      disputes: 0,
      vat: 0.6,
      fees: -0.3,
      payouts: -4,
    };
    const cents = { sale: 900, delivery: 200, refund: -150, dispute: 0, fee: -30, payout: -400, cash: -120 };
    const paper = printedStatement(
      { storeName: "Hill Farm", businessAddress: "1 Hill" },
      { ...statement, ...sums, closing: 5 },
      [{ day: "2026-05-03", ...cents, balance: 500 }],
      { name: "Fieldstall", address: "2 Field", email: "shop@example.com", phone: "" },
      new Date("2026-05-28T10:00:00Z"),
    );
    return (await readPages(paper)).marks.map(({ text }) => text).filter(Boolean);
  };
  const unfinished = (await textsOf(false, -1.2)).join(" | ");
  expect(unfinished).toBe(
    [
      "Hill Farm | Statement for May 2026 | Days begin and end in UTC | 1 Hill",
      "Not over yet: as of 28 May 2026, 10:00",
      "Opening balance | $1.00 | Sales | $9.00 | Delivery fees | $2.00 | Refunds | -$1.50",
      "Lost disputes | $0.00 | of which VAT | $0.60 | Fees | -$0.30 | Payouts | -$4.00",
      "Paid to you at collection | -$1.20 | Balance so far | $5.00",
      "Day | Sales | Delivery | Refunds | Disputes | Fees | Paid to you | Balance",
      "2026-05-03 | $9.00 | $2.00 | -$1.50 | -$0.30 | -$5.20 | $5.00",
      "Fieldstall · 2 Field · shop@example.com",
    ].join(" | "),
  );
  const texts = await textsOf(true, undefined);
  expect(texts).toEqual(expect.arrayContaining(["Closing balance", "$5.00", "Made on 28 May 2026, 10:00"]));
  expect(texts.filter((text) => text === "Payouts")).toHaveLength(2);
  expect(texts).not.toContain("Paid to you at collection");
});

test("says that letters are missing which no font has", async () => {
  const says = async (write: Writer) =>
    (await readPages(longest(write, 1))).marks.some(({ text }) => text === SEE_THE_PAGE);
  expect([await says(() => "李家农场"), await says(() => "Ферма")]).toEqual([true, false]);
});
