import { expect, test } from "vitest";
import { longTest } from "../../../tests/fixtures/long-test";
import { longestOrder, WRITERS } from "../../../tests/fixtures/longest-order";
import { layoutFaults, readPages } from "../../../tests/fixtures/pdf";
import { PAPERS } from "../../../tests/fixtures/papers";

for (const [kind, paper] of Object.entries(PAPERS))
  for (const [letters, write] of Object.entries(WRITERS)) {
    const testOf = letters === "words" ? test : longTest;
    testOf(`${kind} with the longest ${letters} has nothing over anything else`, async () => {
      for (const lines of [1, 20])
        expect(await layoutFaults(paper(longestOrder(write, lines), write(120)))).toEqual([]);
    });
  }

test("the titles of an invoice's columns stand above its lines on each page", async () => {
  const { pages, marks } = await readPages(PAPERS["invoice"]!(longestOrder(WRITERS["words"]!, 40), "Hill Farm"));
  const withLines = new Set(marks.filter(({ text }) => text === "999999 pcs").map(({ page }) => page));
  const withTitles = marks.filter(({ text }) => text === "Quantity").map(({ page }) => page);
  expect(withTitles).toEqual([...withLines]);
  expect(withLines.size).toBeGreaterThan(2);
  expect(marks.filter(({ text }) => text === `Page 2 of ${pages.length}`)).toHaveLength(1);
});

test("a slip that is longer than a sheet says on each sheet which order it is of", async () => {
  const { pages, marks } = await readPages(PAPERS["slips and pick list"]!(longestOrder(WRITERS["words"]!, 40), "Farm"));
  const titledPages = new Set(marks.filter(({ text }) => /^(Pick list|Order #)/.test(text)).map(({ page }) => page));
  expect(titledPages.size).toBe(pages.length);
});
