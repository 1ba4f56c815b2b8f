import { expect, test } from "vitest";
import { calendarOf } from "./calendar-schema";
import type { PartDelivery } from "./schema";

const delivery: PartDelivery = {
  kind: "collection",
  name: "Town Hall Market",
  address: "1 Market Square, Burlington; by the clock",
  directions:
    "Under the arches,\nthe green awning. Bring a bag, a coin for the cart, and a little patience, please. 🍎🍐🍞",
  day: "2026-03-28",
  from: "09:00",
  to: "12:00",
  timeZone: "Europe/Berlin",
  cutOffAt: null,
  code: "K7M4QP",
  changes: 0,
};
const NOW = new Date("2026-03-02T12:00:00Z");
const part = { _id: "67f1c0de0a1b2c3d4e5f6071", storeName: "Hill Farm", statusText: "Processing", delivery };

test("a calendar file has the time of its zone, and a UID that stays", () => {
  const lines = calendarOf(part, 10_482, NOW)!.split("\r\n");
  for (const line of [
    "METHOD:PUBLISH",
    "UID:67f1c0de0a1b2c3d4e5f6071@fieldstall",
    "SEQUENCE:0",
    "DTSTAMP:20260302T120000Z",
    "DTSTART:20260328T080000Z",
    "DTEND:20260328T110000Z",
    "LOCATION:1 Market Square\\, Burlington\\; by the clock",
  ])
    expect(lines).toContain(line);
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  const unfolded = calendarOf(part, 10_482, NOW)!.replaceAll("\r\n ", "");
  expect(unfolded).toContain("DESCRIPTION:Code K7M 4QP\\nUnder the arches\\,\\nthe green awning.");
  expect(unfolded).toContain("🍎🍐🍞");
});

test("each change of its time raises the sequence", () => {
  const changed = { ...part, delivery: { ...delivery, changes: 2 } };
  expect(calendarOf(changed, 10_482, NOW)).toContain("SEQUENCE:2\r\nSTATUS:CONFIRMED");
  expect(calendarOf({ ...changed, statusText: "Refunded" }, 10_482, NOW)).toContain("SEQUENCE:3\r\nSTATUS:CANCELLED");
});

test("what is called off is taken out of the calendar again", () => {
  const file = calendarOf({ ...part, statusText: "Cancelled" }, 10_482, NOW)!;
  expect(file).toContain("METHOD:CANCEL\r\n");
  expect(file).toContain("SEQUENCE:1\r\nSTATUS:CANCELLED");
});

test("a way without times has no calendar file", () => {
  expect(calendarOf({ ...part, delivery: { ...delivery, day: null } }, 10_482, NOW)).toBeNull();
});
