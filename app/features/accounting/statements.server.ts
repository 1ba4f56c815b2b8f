import { type Cents, toDollars } from "~/features/fields";
import { accountBegan, sumsByStretch, type StretchSum } from "./account.server";
import type { LedgerRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { unknownStatement } from "./errors.server";
import { monthOf, monthsFrom, nextMonth, startOfMonth } from "./months";
import type { Statement, StatementList } from "./statement-schema";

type Needs = Pick<Services, "db" | "config" | "clock">;

/** The statements of a year, or of the newest year, newest month first, with the month that is not over yet. */
export async function statementsOf(needs: Needs, merchantId: string, requestedYear: string): Promise<StatementList> {
  const allMonths = await monthsOf(needs, merchantId);
  const years = [...new Set(allMonths.map((month) => month.slice(0, 4)))].toReversed();
  const year = requestedYear || (years[0] ?? "");
  const months = allMonths.filter((month) => month.startsWith(year));
  return {
    year,
    years,
    docs:
      months.length > 0 ? (await read(needs, merchantId, months)).map((account) => account.statement).toReversed() : [],
  };
}

/** The statement of one month, and the balance before it. Refuses `unknown_statement` where there is none. */
export async function statementOf(
  needs: Needs,
  merchantId: string,
  month: string,
): Promise<{ statement: Statement; openingCents: Cents }> {
  if (!(await monthsOf(needs, merchantId)).includes(month)) throw unknownStatement();
  const [account] = await read(needs, merchantId, [month]);
  if (!account) throw unknownStatement();
  return account;
}

/** Every month from the first entry to this one. */
async function monthsOf({ db, config: { timeZone }, clock }: Needs, merchantId: string): Promise<string[]> {
  const began = await accountBegan(db, merchantId);
  return began ? monthsFrom(monthOf(timeZone, began), monthOf(timeZone, clock.now())) : [];
}

/** The statements of consecutive months. Each opens with the closing balance of the month before. */
async function read(
  { db, config, clock }: Needs,
  merchantId: string,
  months: string[],
): Promise<{ statement: Statement; openingCents: Cents }[]> {
  const { timeZone } = config;
  const now = monthOf(timeZone, clock.now());
  const begins = [...months, nextMonth(months.at(-1) ?? "")].map((month) => startOfMonth(timeZone, month));
  const sums = await sumsByStretch(db, merchantId, begins);
  let owed = totalOf(sums.filter(({ period }) => period === 0));
  return months.map((month, place) => {
    const ownSums = sums.filter(({ period }) => period === place + 1);
    const of = (kind: LedgerRow["kind"]) => toDollars(totalOf(ownSums.filter((sum) => sum.kind === kind)));
    const openingCents = owed;
    owed += totalOf(ownSums);
    const statement = {
      month,
      timeZone,
      isOver: month < now,
      opening: toDollars(openingCents),
      sales: of("sale"),
      deliveryFees: of("delivery"),
      refunds: of("refund"),
      disputes: of("dispute"),
      vat: toDollars(ownSums.reduce((cents, { vatCents }) => cents + vatCents, 0)),
      fees: of("fee"),
      payouts: of("payout"),
      ...(ownSums.some(({ kind }) => kind === "cash") && { cash: of("cash") }),
      closing: toDollars(owed),
      entries: ownSums.reduce((count, { entries }) => count + entries, 0),
    };
    return { statement, openingCents };
  });
}

const totalOf = (sums: StretchSum[]) => sums.reduce((total, { cents }) => total + cents, 0);
