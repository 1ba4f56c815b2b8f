import path from "node:path";
import { expect, test } from "vitest";
import { databasesHere } from "../fixtures/world";
import { databasesOf, isPassedOverOnPostgres } from "./which-databases";

const file = (name: string) => path.resolve(import.meta.dirname, "../..", name);
const sample = (seed: string, name: string) => databasesOf(file(name), { TESTS_SAMPLE: seed });
const seeds = Array.from({ length: 60 }, (_, n) => `commit ${n}`);
const NEWSLETTER = "app/features/newsletter/newsletter.test.ts";

test("by hand, and where there is no commit, every file runs on both databases", () => {
  expect(databasesOf(file(NEWSLETTER), {})).toEqual(["sqlite", "postgres"]);
  expect(sample("no commit", NEWSLETTER)).toEqual(["sqlite", "postgres"]);
});

test("a sample runs about a sixth on Postgres as well, the same files for the same commit", () => {
  const chosen = seeds.filter((seed) => sample(seed, NEWSLETTER).includes("postgres"));
  expect(chosen.length).toBeGreaterThan(2);
  expect(chosen.length).toBeLessThan(25);
  expect(seeds.filter((seed) => sample(seed, NEWSLETTER).includes("postgres"))).toEqual(chosen);
  expect(seeds.every((seed) => sample(seed, NEWSLETTER).includes("sqlite"))).toBe(true);
});

test.each([
  "app/features/checkout/place.test.ts",
  "app/features/stock/stock.test.ts",
  "app/platform/jobs/jobs.test.ts",
  "app/api/idempotency-reach.test.ts",
  "app/platform/database/transactions.test.ts",
  "tests/processes/killed.test.ts",
])("every sample runs %s on both", (name) => {
  expect(seeds.filter((seed) => sample(seed, name).length < 2)).toEqual([]);
});

test("of sequences of events that come one after the other, one in eight runs on Postgres as well", () => {
  const titles = Array.from({ length: 60 }, (_, n) => `pay, finalize, event ${n}`);
  const passedOver = (name: string, seed = "commit 1") =>
    titles.filter((title) => isPassedOverOnPostgres(file(name), title, { TESTS_SAMPLE: seed }));
  const inSequences = passedOver("app/features/checkout/interleavings.test.ts");
  expect(inSequences.length).toBeGreaterThan(40);
  expect(inSequences.length).toBeLessThan(58);
  expect(passedOver("app/features/refunds/refunds-by-hand-before-or-after.test.ts")).toEqual(inSequences);
  expect(passedOver("app/features/checkout/interleavings.test.ts", "commit 2")).not.toEqual(inSequences);
  expect(passedOver("app/features/checkout/placing.test.ts")).toEqual([]);
  expect(passedOver("app/features/checkout/interleavings.test.ts", "no commit")).toEqual([]);
});

test("DATABASES=sqlite asks for one alone", () => {
  expect(databasesOf(file("app/features/stock/stock.test.ts"), { DATABASES: "sqlite" })).toEqual(["sqlite"]);
});

test("a file knows its own", () => {
  expect(databasesHere()).toEqual(databasesOf(file("tests/databases/which-databases.test.ts")));
});
