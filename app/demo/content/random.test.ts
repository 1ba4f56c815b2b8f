import { expect, test } from "vitest";
import { seededRandom } from "./random";

const draws = <T>(draw: () => T) => Array.from({ length: 2000 }, draw);

test("the same seed tells the same story, another seed another one", () => {
  const first = seededRandom(7);
  const sameSeed = seededRandom(7);
  const otherSeed = seededRandom(8);
  const story = draws(() => first.next());
  expect(draws(() => sameSeed.next())).toEqual(story);
  expect(draws(() => otherSeed.next())).not.toEqual(story);
});

test("whole numbers reach both ends and go no further", () => {
  const random = seededRandom(1);
  const drawnNumbers = new Set(draws(() => random.integer(3, 6)));
  expect([...drawnNumbers].sort()).toEqual([3, 4, 5, 6]);
});

test("a chance of a quarter comes true about every fourth time", () => {
  const random = seededRandom(2);
  const share = draws(() => random.chance(0.25)).filter(Boolean).length / 2000;
  expect(share).toBeGreaterThan(0.22);
  expect(share).toBeLessThan(0.28);
});

test("a sample takes nobody twice and leaves the list as it was", () => {
  const random = seededRandom(3);
  const list = ["apple", "pear", "plum"];
  expect(new Set(random.sample(list, 2)).size).toBe(2);
  expect(random.sample(list, 9).sort()).toEqual(list);
  expect(list).toEqual(["apple", "pear", "plum"]);
});

test("picking from nothing is a mistake that shows", () => {
  expect(() => seededRandom(4).pick([])).toThrow("There is nothing to pick from.");
});
