import { expect, test, vi } from "vitest";
import { plusDays } from "~/platform/time-zone";
import type { OpenTime } from "./schema";
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
  const moved: OpenTime = { ...christmas, day: "2026-12-19" };
  const plan = { times: [SATURDAY, christmas, moved], daysOff: ["2026-12-26"] };
  expect(slotsOf(plan, "UTC", "2026-12-19", 14).map(({ day, from }) => [day, from])).toEqual([
    ["2026-12-19", "07:00"],
    ["2026-12-24", "07:00"],
  ]);
});

test("orders never close after the time has begun, and goods that need notice close earlier", () => {
  const late = { ...SATURDAY, cutOff: { daysBefore: 0, time: "11:00" } };
  const [slot] = slotsOf({ times: [late], daysOff: [] }, "UTC", "2026-11-28", 1);
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
        // It is the first of a time that is shown twice: no clock showed it an hour before.
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
