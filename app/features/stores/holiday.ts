import { dayIn } from "~/platform/time-zone";
import type { Services } from "~/platform/services.server";

/** First and last day, `YYYY-MM-DD` as the marketplace counts days. Both are set, or neither. */
export interface Holiday {
  holidayFrom: string | null;
  holidayUntil: string | null;
}

/** The present day where the marketplace is. */
export function today({ clock, config }: Pick<Services, "clock" | "config">): string {
  return dayIn(config.timeZone, clock.now());
}

/** The last day of the holiday that a stall is on; null while it is open. */
export function closedUntil({ holidayFrom, holidayUntil }: Holiday, day: string): string | null {
  return holidayFrom !== null && holidayUntil !== null && holidayFrom <= day && day <= holidayUntil
    ? holidayUntil
    : null;
}
