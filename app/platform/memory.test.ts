import { totalmem } from "node:os";
import { expect, test } from "vitest";
import { memoryBytes, shareOf } from "./memory.server";

const MEGABYTE = 1024 * 1024;

test("what is said counts, and is shared among the processes", () => {
  expect(memoryBytes(256, 1)).toBe(256 * MEGABYTE);
  expect(memoryBytes(512, 2)).toBe(256 * MEGABYTE);
});

test("where nothing is said it is what the machine has, at most", () => {
  expect(memoryBytes(undefined, 1)).toBeGreaterThan(0);
  expect(memoryBytes(undefined, 1)).toBeLessThanOrEqual(totalmem());
});

test("a cache has its whole size from a gigabyte on, and a share of what the shop leaves where there is less", () => {
  expect(shareOf(48 * MEGABYTE, 8192 * MEGABYTE)).toBe(48 * MEGABYTE);
  expect(shareOf(48 * MEGABYTE, 1024 * MEGABYTE)).toBe(48 * MEGABYTE);
  expect(shareOf(42 * MEGABYTE, 256 * MEGABYTE)).toBe(6 * MEGABYTE);
  expect(shareOf(48 * MEGABYTE, 128 * MEGABYTE)).toBe(3 * MEGABYTE);
});
