import { expect, test } from "vitest";
import type { Session } from "~/session/session.server";
import { dayOf } from "./order-dates.server";

const at = (timeZone: string, time: string) => dayOf({ config: { timeZone } as Session["config"] }, time);

test("an order of late in the evening bears the day that the calendar on the wall showed", () => {
  expect(at("UTC", "2026-12-31T23:59:59.999Z")).toBe("31 Dec 2026");
  expect(at("Africa/Nairobi", "2026-12-31T20:59:59.999Z")).toBe("31 Dec 2026");
  expect(at("Africa/Nairobi", "2026-12-31T21:00:00.000Z")).toBe("1 Jan 2027");
  expect(at("America/New_York", "2026-03-09T03:59:59.999Z")).toBe("8 Mar 2026");
  expect(at("America/New_York", "2026-11-02T04:59:59.999Z")).toBe("1 Nov 2026");
});
