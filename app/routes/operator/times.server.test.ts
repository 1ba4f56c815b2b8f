import { expect, test } from "vitest";
import type { Session } from "~/session/session.server";
import { momentOf } from "./times.server";

const at = (timeZone: string, time: string) => momentOf({ config: { timeZone } as Session["config"] }, time);

test("a moment is told as the clock on the wall showed it, before and after a change of the clocks", () => {
  expect(at("UTC", "2024-11-14T09:05:00.000Z")).toBe("14 Nov 2024, 09:05");
  expect(at("Africa/Nairobi", "2026-12-31T21:00:00.000Z")).toBe("1 Jan 2027, 00:00");
  expect(at("America/New_York", "2026-03-08T06:59:00.000Z")).toBe("8 Mar 2026, 01:59");
  expect(at("America/New_York", "2026-03-08T07:00:00.000Z")).toBe("8 Mar 2026, 03:00");
  expect(at("America/New_York", "2026-11-01T06:00:00.000Z")).toBe("1 Nov 2026, 01:00");
});
