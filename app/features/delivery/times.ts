import { isoWeekday } from "~/features/days";
import { instantIn, plusDays } from "~/platform/time-zone";
import type { OpenTime } from "./open-time-schema";
import { DAYS_AHEAD } from "./whereabouts-schema";

export { DAYS_AHEAD };

/* The times of a delivery method: rules for its weekly plan, and its slots on the days to come. */

interface TimeProblem {
  index: number;
  field: "from" | "to" | "weekday" | "day";
  message: string;
}

/** Sentences about times that end before they begin, have no day, or overlap; empty where nothing is wrong. */
export function timesSentence(times: readonly OpenTime[]): TimeProblem[] {
  const problems: TimeProblem[] = [];
  times.forEach((time, index) => {
    if ((time.weekday === null) === (time.day === ""))
      problems.push({ index, field: "weekday", message: "Choose a day of the week, or write one day." });
    if (time.to <= time.from) problems.push({ index, field: "to", message: "It must end later than it begins." });
    const overlapping = times
      .slice(0, index)
      .some(
        (earlier) =>
          earlier.weekday === time.weekday &&
          earlier.day === time.day &&
          earlier.from < time.to &&
          time.from < earlier.to,
      );
    if (overlapping) problems.push({ index, field: "from", message: "It overlaps another time of that day." });
  });
  return problems;
}

/** A time of one day, with its instants; `cutOffAt` is the moment from which no order is taken. */
export interface DaySlot {
  day: string;
  from: string;
  to: string;
  startsAt: string;
  cutOffAt: string;
  capacity: number | null;
}

interface Plan {
  times: readonly OpenTime[];
  daysOff: readonly string[];
}

/**
 * The slots of a plan from a day on, for `days` days. Times of a single day replace the weekly times of that day. A day
 * is computed only when its slots are read.
 */
export function* slotsOf(
  { times, daysOff }: Plan,
  timeZone: string,
  firstDay: string,
  days = DAYS_AHEAD,
): Generator<DaySlot> {
  const off = new Set(daysOff);
  for (let offset = 0; offset < days; offset += 1) {
    const day = plusDays(firstDay, offset);
    const extra = times.filter((time) => time.day === day);
    const weekly = off.has(day) ? [] : times.filter(({ weekday }) => weekday === isoWeekday(day));
    yield* (extra.length > 0 ? extra : weekly)
      .map((time) => daySlot(time, timeZone, day))
      .sort((first, second) => (first.from < second.from ? -1 : 1));
  }
}

function daySlot({ from, to, cutOff, capacity }: OpenTime, timeZone: string, day: string): DaySlot {
  const start = instantIn(timeZone, day, from);
  const end =
    "hoursBefore" in cutOff
      ? new Date(start.getTime() - cutOff.hoursBefore * 3_600_000)
      : instantIn(timeZone, plusDays(day, -cutOff.daysBefore), cutOff.time);
  // A cut-off on the day itself that is later than the time would let orders in after the beginning.
  const cutOffAt = end < start ? end : start;
  return { day, from, to, capacity, startsAt: start.toISOString(), cutOffAt: cutOffAt.toISOString() };
}

/** The moment from which an order for a slot is refused, if its goods need this many hours of notice. */
export function lastMoment(
  { startsAt, cutOffAt }: Pick<DaySlot, "startsAt" | "cutOffAt">,
  noticeHours: number,
): string {
  const noticeEnds = new Date(Date.parse(startsAt) - noticeHours * 3_600_000).toISOString();
  return noticeEnds < cutOffAt ? noticeEnds : cutOffAt;
}
