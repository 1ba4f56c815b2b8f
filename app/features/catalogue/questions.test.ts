import { expect } from "vitest";
import { longOnPostgres, longTest } from "../../../tests/fixtures/long-test";
import { aDemoShop } from "../../../tests/fixtures/demo-goods";
import { questions } from "../../../tests/fixtures/search-questions";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { products } from "~/demo/content/products";

interface Doc {
  sku: string;
}

/** Answers of the run's first database, with which the second must agree. */
const answered = new Map<string, string[]>();

onBothDatabases("the demo's shop", (world) => {
  const ask = async (q: string) => {
    const { body } = await world.call("GET", `/product/general?${new URLSearchParams({ q })}`);
    return (body.data.docs as Doc[]).map(({ sku }) => sku);
  };

  longOnPostgres(world, "answers what people ask on its first page, on either database in the same order", async () => {
    await aDemoShop(world);
    for (const { asks, finds, first, not = [] } of questions) {
      const page = await ask(asks);
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

  longTest("finds each product by each of its tags", async () => {
    await aDemoShop(world);
    const published = products.filter(({ availType }) => availType === "published");
    const links = published.flatMap(({ sku, tags }) => tags.map((tag) => ({ sku, tag })));
    expect(links.length).toBeGreaterThan(200);
    const found = new Map<string, string[]>();
    for (const tag of new Set(links.map((link) => link.tag))) {
      const { body } = await world.call(
        "GET",
        `/product/general?${new URLSearchParams({ q: tag, page: "3", from: "1" })}`,
      );
      found.set(
        tag,
        (body.data.docs as Doc[]).map(({ sku }) => sku),
      );
    }
    expect(links.filter(({ sku, tag }) => !found.get(tag)?.includes(sku))).toEqual([]);
  });
});
