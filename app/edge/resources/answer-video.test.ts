import { expect, test } from "vitest";
import { partOf } from "./answer-video.server";

test.each([
  ["bytes=0-", { start: 0, end: 99 }],
  ["bytes=10-19", { start: 10, end: 19 }],
  ["bytes=90-500", { start: 90, end: 99 }],
  ["bytes=-10", { start: 90, end: 99 }],
  ["bytes=-500", { start: 0, end: 99 }],
])("%s of 100 bytes is %j", (range, part) => {
  expect(partOf(range, 100)).toEqual(part);
});

test.each(["bytes=100-", "bytes=500-600", "bytes=-0"])("%s lies outside of 100 bytes", (range) => {
  expect(partOf(range, 100)).toBe("outside");
});

test.each(["bytes=0-1,5-6", "bytes=-", "bytes=20-10", "items=1-2", ""])(
  "%j is ignored, and the whole is answered",
  (range) => {
    expect(partOf(range, 100)).toBeNull();
  },
);
