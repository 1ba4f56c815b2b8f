import { expect, test, vi } from "vitest";
import { plusDays } from "~/platform/time-zone";
import type { OpenTime } from "./open-time-schema";
import { lastMoment, slotsOf as generateSlots, timesSentence } from "./times";

const slotsOf = (...plan: Parameters<typeof generateSlots>) => [...generateSlots(...plan)];

const SATURDAY: OpenTime = {
  weekday: 6,
  day: "",
  from: "09:00",
  to: "12:00",
  cutOff: { daysBefore: 2, time: "18:00" },
  capacity: 20,
};

test("a weekly time is there on its day of each week, and orders close at its cut-off", () => {
  expect(slotsOf({ times: [SATURDAY], daysOff: [] }, "America/New_York", "2026-11-23", 14)).toEqual([
    {
      day: "2026-11-28",
      from: "09:00",
      to: "12:00",
      capacity: 20,
      startsAt: "2026-11-28T14:00:00.000Z",
      cutOffAt: "2026-11-26T23:00:00.000Z",
    },
    {
      day: "2026-12-05",
      from: "09:00",
      to: "12:00",
      capacity: 20,
      startsAt: "2026-12-05T14:00:00.000Z",
      cutOffAt: "2026-12-03T23:00:00.000Z",
    },
  ]);
});

test("a day off has none, and a day of its own takes the place of the weekly times", () => {
  const christmas: OpenTime = { ...SATURDAY, weekday: null, day: "2026-12-24", from: "07:00", to: "10:00" };
  const movedTime: OpenTime = { ...christmas, day: "2026-12-19" };
  const plan = { times: [SATURDAY, christmas, movedTime], daysOff: ["2026-12-26"] };
  expect(slotsOf(plan, "UTC", "2026-12-19", 14).map(({ day, from }) => [day, from])).toEqual([
    ["2026-12-19", "07:00"],
    ["2026-12-24", "07:00"],
  ]);
});

test("orders never close after the time has begun, and goods that need notice close earlier", () => {
  const lateCutOff = { ...SATURDAY, cutOff: { daysBefore: 0, time: "11:00" } };
  const [slot] = slotsOf({ times: [lateCutOff], daysOff: [] }, "UTC", "2026-11-28", 1);
  expect(slot?.cutOffAt).toBe("2026-11-28T09:00:00.000Z");
  expect(lastMoment(slot!, 48)).toBe("2026-11-26T09:00:00.000Z");
  const early = { startsAt: "2026-11-28T09:00:00.000Z", cutOffAt: "2026-11-20T09:00:00.000Z" };
  expect(lastMoment(early, 48)).toBe("2026-11-20T09:00:00.000Z");
});

test("the times of a plan are worked out day by day, and clocks are asked about each day once", () => {
  const format = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
  const times = Array.from({ length: 60 }, (_, index): OpenTime => {
    const hour = String(index % 20).padStart(2, "0");
    return { ...SATURDAY, weekday: (index % 7) + 1, from: `${hour}:00`, to: `${hour}:30` };
  });
  const slots = generateSlots({ times, daysOff: [] }, "Pacific/Auckland", "2026-05-04");
  for (let count = 0; count < 60; count += 1) expect(slots.next().done).toBe(false);
  // Sixty slots fill a week; each needs the offset of three days around it and of those around its cut-off.
  expect(format.mock.calls.length).toBeLessThanOrEqual(14);
  format.mockRestore();
});

test("what is wrong with times is said at the time and field", () => {
  const wrong: OpenTime[] = [
    SATURDAY,
    { ...SATURDAY, from: "11:00", to: "13:00" },
    { ...SATURDAY, weekday: 7, from: "12:00", to: "12:00" },
    { ...SATURDAY, weekday: null },
    { ...SATURDAY, from: "12:00", to: "14:00" },
    { ...SATURDAY, weekday: 1, day: "2026-12-01" },
  ];
  expect(timesSentence(wrong).map(({ index, field }) => [index, field])).toEqual([
    [1, "from"],
    [2, "to"],
    [3, "weekday"],
    [4, "from"],
    [5, "weekday"],
  ]);
});

/** Formats an instant as clocks in a zone show it, by the platform's own formatting alone. */
const clockOf = (timeZone: string) => {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return (instant: string) => format.format(new Date(instant)).replace(" ", "T");
};

test.each([
  "Europe/Berlin",
  "America/New_York",
  "America/Santiago",
  "Asia/Kolkata",
  "Atlantic/Azores",
  "America/Havana",
])("over a year in %s each time begins when its clocks show it, or as much later as they skip", (zone) => {
  let skipped = 0;
  const wallClock = clockOf(zone);
  for (let day = "2026-01-01"; day <= "2026-12-31"; day = plusDays(day, 1))
    for (const from of ["00:00", "00:30", "01:30", "02:30", "09:00", "23:45"]) {
      const time: OpenTime = { ...SATURDAY, weekday: null, day, from, to: "23:59", cutOff: { hoursBefore: 0 } };
      const [slot] = slotsOf({ times: [time], daysOff: [] }, zone, day, 1);
      const wall = wallClock(slot!.startsAt);
      if (wall === `${day}T${from}`) {
        // If clocks show the time twice, this is the first: an hour before, they did not show it.
        const hourBefore = new Date(Date.parse(slot!.startsAt) - 3_600_000).toISOString();
        expect(wallClock(hourBefore)).not.toBe(wall);
        continue;
      }
      skipped += 1;
      const minutes = (text: string) => Date.parse(`${text}:00Z`) / 60_000;
      expect([zone, day, from, minutes(wall) - minutes(`${day}T${from}`)]).toEqual([zone, day, from, 60]);
      const justBefore = new Date(Date.parse(slot!.startsAt) - 3_600_000).toISOString();
      expect(minutes(wallClock(justBefore))).toBeLessThan(minutes(`${day}T${from}`));
    }
  expect(skipped).toBe(
    { "Asia/Kolkata": 0, "America/Santiago": 2, "America/Havana": 2, "Atlantic/Azores": 2 }[zone] ?? 1,
  );
});

const QUARTER = 15 * 60_000;
const minutesOf = (wall: string) => Date.parse(`${wall}:00Z`) / 60_000;

/**
 * Finds the instant at which clocks in a zone show a time, without the use of offsets: it walks through the year in
 * quarters of an hour, and writes down what the clocks show. A time that they never show is as much later than the last
 * shown one before it.
 */
function shownIn(timeZone: string): (wall: string) => string {
  const wallClock = clockOf(timeZone);
  const firstShown = new Map<string, number>();
  const shownTimes: string[] = [];
  for (let at = Date.parse("2025-12-15T00:00Z"); at < Date.parse("2027-01-05T00:00Z"); at += QUARTER) {
    const wall = wallClock(new Date(at).toISOString());
    if (!firstShown.has(wall)) shownTimes.push(wall);
    firstShown.set(wall, firstShown.get(wall) ?? at);
  }
  shownTimes.sort();
  return (wall) => {
    const last = firstShown.has(wall) ? wall : shownTimes.findLast((earlier) => earlier < wall)!;
    return new Date(firstShown.get(last)! + (minutesOf(wall) - minutesOf(last)) * 60_000).toISOString();
  };
}

test.each(["Europe/Berlin", "America/New_York", "America/Santiago", "Asia/Kolkata"])(
  "a year of slots in %s begins and closes when its clocks say so",
  (zone) => {
    const shownAt = shownIn(zone);
    // Every two hours of every day. The cut-off is two days before, at an hour that some night leaves out, or hours
    // before.
    const cutOffs = ["00:00", "00:30", "02:00", "02:30", "03:00", "18:00"];
    const times = Array.from({ length: 7 * 12 }, (_, index): OpenTime => {
      const hour = String((index % 12) * 2).padStart(2, "0");
      const time = cutOffs[index % cutOffs.length]!;
      const cutOff = index % 4 === 3 ? { hoursBefore: index % 36 } : { daysBefore: 2, time };
      return { ...SATURDAY, weekday: Math.floor(index / 12) + 1, from: `${hour}:30`, to: `${hour}:45`, cutOff };
    });
    const slots = slotsOf({ times, daysOff: [] }, zone, "2026-01-01", 365);
    expect(slots).toHaveLength(365 * 12);
    const wrong = slots.filter(({ day, from, startsAt, cutOffAt }) => {
      const weekday = new Date(`${day}T00:00Z`).getUTCDay() || 7;
      const { cutOff } = times.find((time) => time.weekday === weekday && time.from === from)!;
      const start = shownAt(`${day}T${from}`);
      const end =
        "hoursBefore" in cutOff
          ? new Date(Date.parse(start) - cutOff.hoursBefore * 3_600_000).toISOString()
          : shownAt(`${plusDays(day, -cutOff.daysBefore)}T${cutOff.time}`);
      return startsAt !== start || cutOffAt !== end;
    });
    expect(wrong).toEqual([]);
    // Every quarter of an hour of the nights on which clocks change.
    const nights = slots
      .map(({ day }) => day)
      .filter(
        (day) =>
          minutesOf(shownAt(`${plusDays(day, 1)}T12:00`).slice(0, 16)) -
            minutesOf(shownAt(`${day}T12:00`).slice(0, 16)) !==
          1440,
      );
    for (const day of new Set(nights.flatMap((night) => [night, plusDays(night, 1)])))
      for (let quarter = 0; quarter < 96; quarter += 1) {
        const from = new Date(quarter * QUARTER).toISOString().slice(11, 16);
        const time: OpenTime = { ...SATURDAY, weekday: null, day, from, to: "24:00", cutOff: { hoursBefore: 0 } };
        expect([day, from, slotsOf({ times: [time], daysOff: [] }, zone, day, 1)[0]?.startsAt]).toEqual([
          day,
          from,
          shownAt(`${day}T${from}`),
        ]);
      }
    expect(new Set(nights).size).toBe(zone === "Asia/Kolkata" ? 0 : 2);
  },
);
