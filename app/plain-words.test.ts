import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { comments, sourcesIn, vagueNames, VAGUE_BEGINNING } from "../scripts/words/read.mjs";

/*
 * See docs/development.md, "Names and comments". Names of these folders are plain; a folder is only ever added. The
 * features have a file of their own.
 */

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
];

test.each(["app", "tests", "scripts"])("comments of %s begin with their subject", (folder) => {
  const vague = sourcesIn(folder).flatMap((file) =>
    comments(file).flatMap(({ text, line }) => (VAGUE_BEGINNING.test(text) ? [`${file}:${line}: ${text}`] : [])),
  );
  expect(vague).toEqual([]);
});

test.each(PLAIN)("%s names values by nouns", (folder) => {
  const files = sourcesIn(folder).filter((file) => existsSync(file));
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap(vagueNames)).toEqual([]);
});
