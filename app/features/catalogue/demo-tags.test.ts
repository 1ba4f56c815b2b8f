import { expect } from "vitest";
import { longTest } from "../../../tests/fixtures/long-test";
import { aDemoShop } from "../../../tests/fixtures/demo-goods";
import { skusOn } from "../../../tests/fixtures/listed-skus";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { products } from "~/demo/content/products";

onBothDatabases("the search of the demo's shop", (world) => {
  longTest("finds each product by each of its tags", async () => {
    await aDemoShop(world);
    const published = products.filter(({ availType }) => availType === "published");
    const links = published.flatMap(({ sku, tags }) => tags.map((tag) => ({ sku, tag })));
    expect(links.length).toBeGreaterThan(200);
    const skusByTag = new Map<string, string[]>();
    for (const tag of new Set(links.map((link) => link.tag)))
      skusByTag.set(tag, await skusOn(world, { q: tag, page: "3", from: "1" }));
    expect(links.filter(({ sku, tag }) => !skusByTag.get(tag)?.includes(sku))).toEqual([]);
  });
});
