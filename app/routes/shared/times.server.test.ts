import { expect, test } from "vitest";
import type { Session } from "~/session/session.server";
import { clockTime, dayOf } from "./times.server";

const inZone = (timeZone: string) => ({ config: { timeZone } as Session["config"] });
const day = (timeZone: string, time: string) => dayOf(inZone(timeZone), time);
const clock = (timeZone: string, time: string) => clockTime(inZone(timeZone), time);

test("an order of late in the evening bears the day that the calendar on the wall showed", () => {
  expect(day("UTC", "2026-12-31T23:59:59.999Z")).toBe("31 Dec 2026");
  expect(day("Africa/Nairobi", "2026-12-31T20:59:59.999Z")).toBe("31 Dec 2026");
  expect(day("Africa/Nairobi", "2026-12-31T21:00:00.000Z")).toBe("1 Jan 2027");
  expect(day("America/New_York", "2026-03-09T03:59:59.999Z")).toBe("8 Mar 2026");
  expect(day("America/New_York", "2026-11-02T04:59:59.999Z")).toBe("1 Nov 2026");
});

test("until when goods are held is told with the zone, so that nobody takes it for another", () => {
  expect(clock("UTC", "2026-03-02T14:05:00.000Z")).toBe("14:05 UTC");
  expect(clock("Africa/Nairobi", "2026-03-02T21:05:00.000Z")).toMatch(/^00:05 (EAT|GMT\+3)$/);
  expect(clock("America/New_York", "2026-03-08T06:59:00.000Z")).toMatch(/^01:59 (EST|GMT-5)$/);
  expect(clock("America/New_York", "2026-03-08T07:00:00.000Z")).toMatch(/^03:00 (EDT|GMT-4)$/);
});
