import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { passedOver } from "../../scripts/gate/sample.mjs";

const files = readdirSync(path.resolve(import.meta.dirname, "../processes")).filter((file) =>
  file.endsWith(".test.ts"),
);
const overIn = (seed: string) => passedOver(files, 2, { TESTS_SAMPLE: seed });
const seeds = Array.from({ length: 40 }, (_, n) => `commit ${n}`);

test("a sample passes over about half of the tests that start processes, each of them now and then", () => {
  for (const seed of seeds) {
    expect(overIn(seed).length).toBeGreaterThan(files.length / 6);
    expect(overIn(seed).length).toBeLessThan((files.length * 5) / 6);
  }
  for (const file of files)
    expect(new Set(seeds.map((seed) => overIn(seed).includes(file)))).toEqual(new Set([true, false]));
  expect(overIn("commit 1")).toEqual(overIn("commit 1"));
});

test("a run by hand, a whole one and one without a commit pass over none of them", () => {
  expect([passedOver(files, 2, {}), overIn(""), overIn("no commit")]).toEqual([[], [], []]);
});
