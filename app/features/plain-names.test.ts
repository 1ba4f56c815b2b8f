import { expect, test } from "vitest";
import { sourcesIn, vagueNames } from "../../scripts/words/read.mjs";

/* See docs/development.md, "Names and comments". Names of these features are plain; a feature is only ever added. */

const FEATURES =
  "accounting accounts addresses audit cart collection-payments dead-letters market-exports market-hand-over media " +
  "messages moderation moderation-queue newsletter notices operator-search order-changes overview payments payouts " +
  "push search-synonyms second-factor stores support unpaid-orders";

test.each(FEATURES.split(" "))("%s names values by nouns", (feature) => {
  const files = sourcesIn(`app/features/${feature}`);
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap(vagueNames)).toEqual([]);
});
