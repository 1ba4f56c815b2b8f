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
  marketDay: null,
  joinedTo: null,
  notCollectedAt: null,
};
const NOW = new Date("2026-03-02T12:00:00Z");
const part = { _id: "67f1c0de0a1b2c3d4e5f6071", storeName: "Hill Farm", statusText: "Processing", delivery };

test("a calendar file has the time of its zone, and a UID that stays", () => {
  const lines = calendarOf([part], [10_482], NOW)!.split("\r\n");
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
  const unfolded = calendarOf([part], [10_482], NOW)!.replaceAll("\r\n ", "");
  expect(unfolded).toContain("DESCRIPTION:Code K7M 4QP\\nUnder the arches\\,\\nthe green awning.");
  expect(unfolded).toContain("🍎🍐🍞");
});

test("each change of its time raises the sequence", () => {
  const movedPart = { ...part, delivery: { ...delivery, changes: 2 } };
  expect(calendarOf([movedPart], [10_482], NOW)).toContain("SEQUENCE:2\r\nSTATUS:CONFIRMED");
  expect(calendarOf([{ ...movedPart, statusText: "Refunded" }], [10_482], NOW)).toContain(
    "SEQUENCE:3\r\nSTATUS:CANCELLED",
  );
});

test("what is called off is taken out of the calendar again", () => {
  const file = calendarOf([{ ...part, statusText: "Cancelled" }], [10_482], NOW)!;
  expect(file).toContain("METHOD:CANCEL\r\n");
  expect(file).toContain("SEQUENCE:1\r\nSTATUS:CANCELLED");
});

test("a way without times has no calendar file", () => {
  expect(calendarOf([{ ...part, delivery: { ...delivery, day: null } }], [10_482], NOW)).toBeNull();
});

test("parts that are collected together are one event, whose sequence goes up with each that is called off", () => {
  const otherPart = { ...part, _id: "67f1c0de0a1b2c3d4e5f6072", storeName: "Old Mill Bakery" };
  const file = calendarOf([part, otherPart], [10_482], NOW)!.replaceAll("\r\n ", "");
  expect(file).toContain("UID:67f1c0de0a1b2c3d4e5f6071@fieldstall\r\nSEQUENCE:0\r\n");
  expect(file).toContain("SUMMARY:Collect at Town Hall Market: Hill Farm and Old Mill Bakery\\, order #10482");
  const cancelled = { ...part, statusText: "Cancelled" };
  const without = calendarOf([cancelled, otherPart], [10_482], NOW)!.replaceAll("\r\n ", "");
  expect(without).toContain("SEQUENCE:1\r\nSTATUS:CONFIRMED");
  expect(without).toContain("Market: Old Mill Bakery\\, order");
  expect(calendarOf([cancelled, { ...otherPart, statusText: "Refunded" }], [10_482], NOW)).toContain(
    "SEQUENCE:2\r\nSTATUS:CANCELLED",
  );
});

test("an order that was added belongs to the event of the first one, and raises its sequence", () => {
  const addedPart = { ...part, _id: "67f1c0de0a1b2c3d4e5f6079" };
  const file = calendarOf([part, addedPart], [10_482, 10_490], NOW)!.replaceAll("\r\n ", "");
  expect(file).toContain("UID:67f1c0de0a1b2c3d4e5f6071@fieldstall\r\nSEQUENCE:1\r\n");
  expect(file).toContain("SUMMARY:Collect at Town Hall Market: Hill Farm\\, orders #10482 and #10490");
});

test("a time whose beginning the clocks skip is as long as it is written", () => {
  const skipped = { ...delivery, day: "2026-03-29", from: "02:30", to: "03:00" };
  const lines = calendarOf([{ ...part, delivery: skipped }], [10_482], NOW)!.split("\r\n");
  expect(lines).toContain("DTSTART:20260329T013000Z");
  expect(lines).toContain("DTEND:20260329T020000Z");
});
