import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { sourcesIn, vagueWords } from "../scripts/words/read.mjs";

/* Names and comments of these folders are plain: see docs/development.md, "Names and comments". A folder is only ever added. */

const FEATURES =
  "accounting accounts audit dead-letters media newsletter operator-search overview " +
  "payments payouts second-factor stores support";
const PLAIN = [
  "app/browser",
  "app/edge",
  "app/platform",
  "app/service",
  "app/session",
  "app/ui",
  "app/worker",
  "scripts/words",
  ...FEATURES.split(" ").map((feature) => `app/features/${feature}`),
];

test.each(PLAIN)("%s names values by nouns, and its comments begin with their subject", (folder) => {
  const files = sourcesIn(folder).filter((file) => existsSync(file));
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap(vagueWords)).toEqual([]);
});
