import { weekdayInWords } from "~/features/days";
import type { Session } from "~/session/session.server";
import { dayOf } from "../times.server";

const WEEK_DAYS = 6;

type Place = Pick<Session, "config">;

/** "Today", "Saturday 28 November", or "14 Nov 2024" if it is more than six days ago. */
export function dayAgo(session: Place, time: string, now = new Date()): string {
  const { day, daysAgo } = placeInWeek(session, time, now);
  if (daysAgo === 0) return "Today";
  return daysAgo <= WEEK_DAYS ? weekdayInWords(day) : dayOf(session, time);
}

/** A short form of `dayAgo` for the end of a line: "17:20", "Saturday", or "14 Nov 2024". */
export function momentAgo(session: Place, time: string, now = new Date()): string {
  const { day, daysAgo } = placeInWeek(session, time, now);
  if (daysAgo === 0) return hourOf(session, time);
  return daysAgo <= WEEK_DAYS ? (weekdayInWords(day).split(" ")[0] ?? "") : dayOf(session, time);
}

/** "17:20", in the marketplace's time zone, to be shown beside a day. */
export function hourOf({ config: { timeZone } }: Place, time: string): string {
  return new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone }).format(new Date(time));
}

/** The day of a moment in the marketplace's time zone, and how many days ago it was. */
function placeInWeek({ config: { timeZone } }: Place, time: string, now: Date): { day: string; daysAgo: number } {
  // Canadian English writes a day as ISO 8601 does.
  const dayIn = new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", timeZone });
  const [day, today] = [dayIn.format(new Date(time)), dayIn.format(now)];
  return { day, daysAgo: (Date.parse(today) - Date.parse(day)) / 86_400_000 };
}
