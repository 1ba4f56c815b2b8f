import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { comments, sourcesIn, vagueWords, VAGUE_BEGINNING } from "../scripts/words/read.mjs";

/* See docs/development.md, "Names and comments". Names of these folders are plain; a folder is only ever added. */

const FEATURES =
  "accounting accounts addresses audit cart collection-payments dead-letters market-exports market-hand-over media " +
  "messages moderation moderation-queue newsletter notices operator-search order-changes overview payments payouts " +
  "push search-synonyms second-factor stores support unpaid-orders";
const PLAIN = [
  "app/browser",
  "app/demo",
  "app/edge",
  "app/platform",
  "app/routes/buyer",
  "app/routes/checkout",
  "app/routes/service",
  "app/service",
  "app/session",
  "app/styles",
  "app/ui",
  "app/worker",
  ...["advisories", "api", "gate", "image", "mutants", "pooled", "words"].map((folder) => `scripts/${folder}`),
  "tests/e2e",
  ...FEATURES.split(" ").map((feature) => `app/features/${feature}`),
];

test.each(["app", "tests", "scripts"])("comments of %s begin with their subject", (folder) => {
  const vague = sourcesIn(folder).flatMap((file) =>
    comments(file).flatMap(({ text, line }) => (VAGUE_BEGINNING.test(text) ? [`${file}:${line}: ${text}`] : [])),
  );
  expect(vague).toEqual([]);
});

test.each(PLAIN)("%s names values by nouns, and its comments begin with their subject", (folder) => {
  const files = sourcesIn(folder).filter((file) => existsSync(file));
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap(vagueWords)).toEqual([]);
});
