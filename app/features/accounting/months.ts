import { dayIn, startOfDay } from "~/platform/time-zone";

/* Months as the marketplace counts them: `YYYY-MM` in its time zone. */

export const monthOf = (timeZone: string, time: string | Date): string => dayIn(timeZone, time).slice(0, 7);

/** The month after. */
export function nextMonth(month: string): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
}

/** The instant at which a month begins. */
export const startOfMonth = (timeZone: string, month: string): string => startOfDay(timeZone, `${month}-01`);

/** Every month from one to another, both counted. */
export function monthsFrom(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month);
  return months;
}
