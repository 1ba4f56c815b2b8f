import { expect, test } from "vitest";
import { clockTimeIn, dayIn, daysBetween, plusDays, startOfDay } from "./time-zone";

test("the same instant falls on different days in different places", () => {
  expect(dayIn("UTC", "2026-03-02T23:30:00.000Z")).toBe("2026-03-02");
  expect(dayIn("Europe/Berlin", "2026-03-02T23:30:00.000Z")).toBe("2026-03-03");
  expect(dayIn("America/New_York", "2026-03-02T03:00:00.000Z")).toBe("2026-03-01");
});

test("the night of a change of the clocks, and one without any, end at midnight of the place", () => {
  expect(dayIn("Africa/Nairobi", "2026-12-31T20:59:59.999Z")).toBe("2026-12-31");
  expect(dayIn("Africa/Nairobi", "2026-12-31T21:00:00.000Z")).toBe("2027-01-01");
  expect(dayIn("America/New_York", "2026-03-09T03:59:59.999Z")).toBe("2026-03-08");
  expect(dayIn("America/New_York", "2026-03-09T04:00:00.000Z")).toBe("2026-03-09");
  expect(dayIn("America/New_York", "2026-11-02T04:59:59.999Z")).toBe("2026-11-01");
  expect(dayIn("America/New_York", "2026-11-02T05:00:00.000Z")).toBe("2026-11-02");
});

test("a day begins at midnight of the place, also on the days when its clocks change", () => {
  expect(startOfDay("UTC", "2026-03-02")).toBe("2026-03-02T00:00:00.000Z");
  expect(startOfDay("Europe/Berlin", "2026-03-29")).toBe("2026-03-28T23:00:00.000Z");
  expect(startOfDay("Europe/Berlin", "2026-03-30")).toBe("2026-03-29T22:00:00.000Z");
  expect(startOfDay("America/New_York", "2026-11-01")).toBe("2026-11-01T04:00:00.000Z");
  expect(startOfDay("America/New_York", "2026-11-02")).toBe("2026-11-02T05:00:00.000Z");
  // The hour that is left out, or comes twice, may be the one at midnight itself.
  expect(startOfDay("Africa/Cairo", "2026-04-24")).toBe("2026-04-23T22:00:00.000Z");
  expect(startOfDay("Africa/Cairo", "2026-10-30")).toBe("2026-10-29T22:00:00.000Z");
  expect(startOfDay("America/Havana", "2026-11-01")).toBe("2026-11-01T04:00:00.000Z");
  expect(startOfDay("America/Havana", "2026-03-08")).toBe("2026-03-08T05:00:00.000Z");
  expect(startOfDay("Atlantic/Azores", "2026-03-29")).toBe("2026-03-29T01:00:00.000Z");
  expect(startOfDay("America/Santiago", "2026-09-06")).toBe("2026-09-06T04:00:00.000Z");
});

test("days are counted over months and leap years", () => {
  expect(plusDays("2028-02-28", 2)).toBe("2028-03-01");
  expect(plusDays("2026-01-01", -1)).toBe("2025-12-31");
  expect(daysBetween("2026-01-01", "2026-12-31")).toBe(365);
});

test("a time of day is told with its zone", () => {
  expect(clockTimeIn("UTC", "2026-03-02T14:05:59.000Z")).toBe("14:05 UTC");
  expect(clockTimeIn("Europe/Berlin", "2026-03-02T23:05:00.000Z")).toMatch(/^00:05 (CET|GMT\+1)$/);
});

test.each([
  ["forward at midnight", "Atlantic/Azores", "2026-03-29", "2026-03-29T01:00:00.000Z"],
  ["forward at midnight", "America/Santiago", "2026-09-06", "2026-09-06T04:00:00.000Z"],
  ["forward at midnight", "America/Havana", "2026-03-08", "2026-03-08T05:00:00.000Z"],
  ["back over midnight", "America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z"],
  ["back over midnight", "Atlantic/Azores", "2026-10-25", "2026-10-25T00:00:00.000Z"],
  ["back at midnight to the day before", "America/Santiago", "2026-04-05", "2026-04-05T04:00:00.000Z"],
])("a day begins right where clocks go %s: %s, %s", (_, zone, day, instant) => {
  expect(startOfDay(zone, day)).toBe(instant);
  expect(dayIn(zone, instant)).toBe(day);
  expect(dayIn(zone, new Date(Date.parse(instant) - 1))).toBe(plusDays(day, -1));
});
