const DAY = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Whether a text is a day of this century, such as 2026-03-31; the 31st of February is none. */
export function isDay(text: string): boolean {
  // JavaScript reads a day that a month does not have as a day of the next month.
  return DAY.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

/** "5 December 2026": a day, `YYYY-MM-DD`, as people read it. */
export const dayInWords = (day: string): string => inWords(day, { day: "numeric", month: "long", year: "numeric" });

/** "5 December": a day of every year. */
export const dayOfYearInWords = (day: string): string => inWords(day, { day: "numeric", month: "long" });

function inWords(day: string, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-GB", { ...parts, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}

/** The day of the week: 1 is Monday, 7 Sunday. Source: ISO 8601. */
export const isoWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** "Saturday 28 November": a day that is not far away. */
export const weekdayInWords = (day: string): string =>
  inWords(day, { weekday: "long", day: "numeric", month: "long" }).replace(",", "");

const WEEK_DAYS = 6;
const shortInWords = (day: string) =>
  inWords(day, { weekday: "short", day: "numeric", month: "short" }).replace(",", "");

/** "Today", "Tomorrow" or "Saturday", and "Sat 5 Dec" for a day that is past or more than six days away. */
export function nearDayInWords(day: string, today: string): string {
  const days = (Date.parse(day) - Date.parse(today)) / 86_400_000;
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  return days > 0 && days <= WEEK_DAYS ? inWords(day, { weekday: "long" }) : shortInWords(day);
}
