import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { filesPassedOver, isPassedOver, sampleOf, FILE_SHARE } from "../../scripts/gate/sample.mjs";
import { EACH_COMMIT } from "../e2e/each-commit";
import { skipsLong, skipsLongOnPostgres } from "../fixtures/long-test";

const folder = path.resolve(import.meta.dirname, "../e2e");
const journeys = readdirSync(folder, { encoding: "utf8", recursive: true }).filter((file) => file.endsWith(".spec.ts"));
const runsWith = (seed: string, ...eachCommit: string[]) => {
  const over = filesPassedOver(folder, ".spec.ts", { eachCommit }, { TESTS_SAMPLE: seed });
  return journeys.filter((file) => !over.includes(file));
};
const seeds = Array.from({ length: 120 }, (_, n) => `commit ${n}`);

test("a sample runs about one in twelve of the files, the same ones for the same commit, and each of them now and then", () => {
  const runs = seeds.map((seed) => runsWith(seed));
  for (const run of runs) expect(Math.abs(run.length - journeys.length / FILE_SHARE)).toBeLessThan(2);
  for (const file of journeys) expect(runs.filter((run) => run.includes(file)).length).toBeGreaterThan(0);
  expect(runsWith("commit 1")).toEqual(runsWith("commit 1"));
});

test("what runs with each commit is there, and passed over by none", () => {
  expect(journeys).toEqual(expect.arrayContaining([...EACH_COMMIT]));
  for (const seed of seeds) expect(runsWith(seed, ...EACH_COMMIT)).toEqual(expect.arrayContaining([...EACH_COMMIT]));
});

test("of the slowest files one runs with each commit", () => {
  const longest = journeys.slice(-FILE_SHARE);
  for (const seed of seeds) {
    const over = filesPassedOver(folder, ".spec.ts", { longest }, { TESTS_SAMPLE: seed });
    expect(longest.filter((file) => !over.includes(file))).toHaveLength(1);
  }
});

test("a run by hand, a whole one and one without a commit pass over none of them", () => {
  expect(filesPassedOver(folder, ".spec.ts", {}, {})).toEqual([]);
  for (const seed of ["", "no commit"]) expect(runsWith(seed)).toEqual(journeys);
});

test("a test that takes long runs with some commits, and by hand", () => {
  const runs = seeds.filter((seed) => !isPassedOver("thousands of rows", { TESTS_SAMPLE: seed }));
  expect(runs.length).toBeGreaterThan(0);
  expect(runs.length).toBeLessThan(seeds.length / 3);
  expect([isPassedOver("thousands of rows", {}), isPassedOver("thousands of rows", { TESTS_SAMPLE: "" })]).toEqual([
    false,
    false,
  ]);
});

test("a sample of a list has one of each eight neighbours, others for another purpose, and each entry now and then", () => {
  const list = Array.from({ length: 80 }, (_, n) => n);
  const samples = seeds.map((seed) => sampleOf(list, "", { TESTS_SAMPLE: seed }));
  for (const sample of samples) expect(sample.map((n) => Math.floor(n / 8))).toEqual(list.slice(0, 10));
  expect(new Set(samples.flat())).toEqual(new Set(list));
  const seed = { TESTS_SAMPLE: "commit 1" };
  expect(sampleOf(list, "one", seed)).not.toEqual(sampleOf(list, "other", seed));
  for (const env of [{}, { TESTS_SAMPLE: "no commit" }]) expect(sampleOf(list, "", env)).toEqual(list);
});

const DATABASES = ["sqlite", "postgres"] as const;

test("of a long test on two databases a sample runs one, and each of them now and then", () => {
  const databasesOf = (seed: string) =>
    DATABASES.filter((kind) => !skipsLong("thousands of rows", kind, { TESTS_SAMPLE: seed }));
  const runs = seeds.map((seed) => databasesOf(seed));
  expect(new Set(runs.map((kinds) => kinds.join()))).toEqual(new Set(["", "sqlite", "postgres"]));
  expect(databasesOf("")).toEqual(DATABASES);
  for (const seed of seeds)
    expect(skipsLong("thousands of rows", null, { TESTS_SAMPLE: seed })).toBe(
      isPassedOver("thousands of rows", { TESTS_SAMPLE: seed }),
    );
});

test("a test that is long on Postgres runs on one database with each commit, and by hand on both", () => {
  const databasesOf = (seed: string) =>
    DATABASES.filter((kind) => !skipsLongOnPostgres("hundreds of orders", kind, { TESTS_SAMPLE: seed }));
  const runs = seeds.map((seed) => databasesOf(seed).join());
  expect(new Set(runs)).toEqual(new Set(["sqlite", "postgres"]));
  expect(runs.filter((kinds) => kinds === "postgres").length).toBeLessThan(seeds.length / 3);
  for (const seed of ["", "no commit"]) expect(databasesOf(seed)).toEqual(DATABASES);
});
