import { expect } from "vitest";
import { longOnPostgres } from "../../../tests/fixtures/long-test";
import { aDemoShop } from "../../../tests/fixtures/demo-goods";
import { skusOn } from "../../../tests/fixtures/listed-skus";
import { questions } from "../../../tests/fixtures/search-questions";
import { onBothDatabases } from "../../../tests/fixtures/world";

/** Answers of the run's first database, with which the second must agree. */
const answered = new Map<string, string[]>();

onBothDatabases("the demo's shop", (world) => {
  longOnPostgres(world, "answers what people ask on its first page, on either database in the same order", async () => {
    await aDemoShop(world);
    for (const { asks, finds, first, not = [] } of questions) {
      const page = await skusOn(world, { q: asks });
      expect.soft(page, asks).toEqual(finds.length > 0 ? expect.arrayContaining(finds) : []);
      expect.soft(page[0], asks).toBe(first ?? page[0]);
      expect
        .soft(
          page.filter((sku) => not.includes(sku)),
          asks,
        )
        .toEqual([]);
      expect.soft(page, asks).toEqual(answered.get(asks) ?? page);
      answered.set(asks, page);
    }
  });
});
