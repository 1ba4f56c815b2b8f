import { expect, test } from "vitest";
import { dayAgo, momentAgo } from "./moments.server";

const session = { config: { timeZone: "America/New_York" } } as Parameters<typeof dayAgo>[0];
// Friday evening in New York, Saturday in UTC.
const now = new Date("2026-11-28T01:00:00Z");

test.each([
  ["2026-11-27T22:20:00Z", "Today", "17:20"],
  ["2026-11-27T04:59:00Z", "Thursday 26 November", "Thursday"],
  ["2026-11-22T04:59:00Z", "Saturday 21 November", "Saturday"],
  ["2026-11-21T04:59:00Z", "20 Nov 2026", "20 Nov 2026"],
])("%s is told as people say it", (time, day, moment) => {
  expect([dayAgo(session, time, now), momentAgo(session, time, now)]).toEqual([day, moment]);
});
