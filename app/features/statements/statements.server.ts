import { toDollars } from "~/features/fields";
import { accountBegan, sumsByStretch, type StretchSum } from "~/features/ledger/account.server";
import type { LedgerRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { unknownStatement } from "./errors.server";
import { monthOf, monthsFrom, nextMonth, startOfMonth } from "./months";
import type { Statement, StatementList } from "./schema";

type Needs = Pick<Services, "db" | "config" | "clock">;

/** The statements of a year, or of the newest one, newest month first; the month that is not over yet is among them. */
export async function statementsOf(needs: Needs, merchantId: string, wanted: string): Promise<StatementList> {
  const known = await monthsOf(needs, merchantId);
  const years = [...new Set(known.map((month) => month.slice(0, 4)))].toReversed();
  const year = wanted || (years[0] ?? "");
  const months = known.filter((month) => month.startsWith(year));
  return { year, years, docs: months.length > 0 ? (await read(needs, merchantId, months)).toReversed() : [] };
}

/** The statement of one month. Refuses `unknown_statement` where there is none. */
export async function statementOf(needs: Needs, merchantId: string, month: string): Promise<Statement> {
  if (!(await monthsOf(needs, merchantId)).includes(month)) throw unknownStatement();
  const [statement] = await read(needs, merchantId, [month]);
  if (!statement) throw unknownStatement();
  return statement;
}

/** Every month from the first entry to this one. */
async function monthsOf({ db, config: { timeZone }, clock }: Needs, merchantId: string): Promise<string[]> {
  const began = await accountBegan(db, merchantId);
  return began ? monthsFrom(monthOf(timeZone, began), monthOf(timeZone, clock.now())) : [];
}

/** Months that follow one another; each opens with what the one before closed with. */
async function read({ db, config, clock }: Needs, merchantId: string, months: string[]): Promise<Statement[]> {
  const { timeZone } = config;
  const now = monthOf(timeZone, clock.now());
  const begins = [...months, nextMonth(months.at(-1) ?? "")].map((month) => startOfMonth(timeZone, month));
  const sums = await sumsByStretch(db, merchantId, begins);
  let owed = totalOf(sums.filter(({ stretch }) => stretch === 0));
  return months.map((month, place) => {
    const own = sums.filter(({ stretch }) => stretch === place + 1);
    const of = (kind: LedgerRow["kind"]) => toDollars(totalOf(own.filter((sum) => sum.kind === kind)));
    const opening = owed;
    owed += totalOf(own);
    return {
      month,
      timeZone,
      isOver: month < now,
      opening: toDollars(opening),
      sales: of("sale"),
      refunds: of("refund"),
      disputes: of("dispute"),
      fees: of("fee"),
      payouts: of("payout"),
      closing: toDollars(owed),
      entries: own.reduce((count, { entries }) => count + entries, 0),
    };
  });
}

const totalOf = (sums: StretchSum[]) => sums.reduce((total, { cents }) => total + cents, 0);
