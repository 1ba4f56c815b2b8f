import { expect, test } from "vitest";
import type { Session } from "~/session/session.server";
import { clockTime } from "./held-until.server";

const at = (timeZone: string, time: string) => clockTime({ config: { timeZone } as Session["config"] }, time);

test("until when goods are held is told with the zone, so that nobody takes it for another", () => {
  expect(at("UTC", "2026-03-02T14:05:00.000Z")).toBe("14:05 UTC");
  expect(at("Africa/Nairobi", "2026-03-02T21:05:00.000Z")).toMatch(/^00:05 (EAT|GMT\+3)$/);
  expect(at("America/New_York", "2026-03-08T06:59:00.000Z")).toMatch(/^01:59 (EST|GMT-5)$/);
  expect(at("America/New_York", "2026-03-08T07:00:00.000Z")).toMatch(/^03:00 (EDT|GMT-4)$/);
});
