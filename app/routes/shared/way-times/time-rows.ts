import type { CutOff, OpenTime } from "~/features/delivery/open-time-schema";
import { z } from "~/features/zod";

/* The times of a delivery method or of a market day, as rows of a form. */

/** Choices for the cut-off: hours before a time, or a time of day some days before. */
export const CUT_OFFS = [
  ...[0, 1, 2, 3, 6, 12, 24, 48, 72].map((hours) => ({
    value: `h${hours}`,
    label: hours === 0 ? "When it begins" : hours === 1 ? "1 hour before" : `${hours} hours before`,
  })),
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((days) => ({
    value: `d${days}`,
    label: days === 0 ? "That day at" : days === 1 ? "The day before at" : `${days} days before at`,
  })),
];

/** Choices for the day: every week, or one day alone. */
export const DAYS = [
  ...["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map((name, index) => ({
    value: String(index + 1),
    label: `Every ${name}`,
  })),
  { value: "day", label: "One day alone" },
];

const trimmed = z.string().trim().default("");
export const timeRow = z.object({
  weekday: trimmed,
  day: trimmed,
  from: trimmed,
  to: trimmed,
  capacity: trimmed,
  cutOff: trimmed,
  cutOffTime: trimmed,
});
export type TimeRow = z.output<typeof timeRow>;

export const BLANK_TIME: TimeRow = {
  weekday: "6",
  day: "",
  from: "",
  to: "",
  capacity: "",
  cutOff: "d1",
  cutOffTime: "18:00",
};

const isBlank = ({ from, to, capacity }: TimeRow) => from === "" && to === "" && capacity === "";

function cutOffOf({ cutOff, cutOffTime }: TimeRow): CutOff {
  const count = Number(cutOff.slice(1));
  return cutOff.startsWith("h") ? { hoursBefore: count } : { daysBefore: count, time: cutOffTime };
}

/** The times of typed rows. Empty rows at the end do not count. An empty row between others is refused. */
export const timesOf = (rows: TimeRow[]) => rows.slice(0, rows.findLastIndex((row) => !isBlank(row)) + 1).map(timeOf);

/** The days in a text, with line breaks, spaces, commas or semicolons between them. */
export const daysIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

const timeOf = (row: TimeRow) => ({
  weekday: row.weekday === "day" ? null : Number(row.weekday),
  day: row.weekday === "day" ? row.day : "",
  from: row.from,
  to: row.to,
  capacity: row.capacity === "" ? null : Number(row.capacity),
  cutOff: cutOffOf(row),
});

/** The row of a saved time. */
export function rowOf({ weekday, day, from, to, capacity, cutOff }: OpenTime): TimeRow {
  return {
    weekday: weekday === null ? "day" : String(weekday),
    day,
    from,
    to,
    capacity: capacity === null ? "" : String(capacity),
    cutOff: "hoursBefore" in cutOff ? `h${cutOff.hoursBefore}` : `d${cutOff.daysBefore}`,
    cutOffTime: "time" in cutOff ? cutOff.time : "18:00",
  };
}
