import { expect, test } from "vitest";
import { lowestIdAt, newId } from "./ids.server";

const NOW = new Date("2026-11-26T12:00:00.000Z");

test("ids of one millisecond sort by age, and are all of one length", () => {
  const ids = Array.from({ length: 20_000 }, () => newId(NOW));
  expect(ids).toEqual([...new Set(ids)].sort());
  expect(ids.every((id) => /^[0-9a-f]{24}$/.test(id))).toBe(true);
});

test("ids of a later millisecond sort behind, and a moment has a lowest id", () => {
  const [before, at, after] = [-1, 0, 1].map((ms) => newId(new Date(NOW.getTime() + ms)));
  const ids = [before, lowestIdAt(NOW.toISOString()), at, after];
  expect(ids).toEqual([...ids].sort());
});
