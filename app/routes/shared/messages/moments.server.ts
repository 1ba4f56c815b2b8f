import { weekdayInWords } from "~/features/days";
import type { Session } from "~/session/session.server";
import { dayOf } from "../times.server";

const WEEK_DAYS = 6;

/** A moment as people say it: "Today", "Saturday 28 November", or "14 Nov 2024" where it is more than six days ago. */
export function dayAgo(session: Pick<Session, "config">, time: string, now = new Date()): string {
  const { timeZone } = session.config;
  // Canadian English writes a day as ISO 8601 does.
  const dayIn = new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", timeZone });
  const [day, today] = [dayIn.format(new Date(time)), dayIn.format(now)];
  if (day === today) return "Today";
  const days = (Date.parse(today) - Date.parse(day)) / 86_400_000;
  return days <= WEEK_DAYS ? weekdayInWords(day) : dayOf(session, time);
}

/** "17:20", in the marketplace's time zone, beside a day. */
export function hourOf({ config: { timeZone } }: Pick<Session, "config">, time: string): string {
  return new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone }).format(new Date(time));
}
