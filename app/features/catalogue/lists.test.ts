import { expect, test } from "vitest";
import { rowsInRange, SORTED } from "../../../tests/fixtures/listed-rows";
import { manyProducts } from "../../../tests/fixtures/many-products";
import { aProduct } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { seededRandom } from "~/demo/content/random";
import { countListed, idsListed, productsBehind } from "./lists.server";
import { sitemapStarts } from "./sitemap.server";

onBothDatabases("lists of products", (world) => {
  test("have every product once, in each order, with many of the same price, rating and moment", async () => {
    const { db } = world.services;
    const { lists, ids } = await manyProducts(world, 120, (n) => Math.floor(n / 3));
    const random = seededRandom(40);
    for (const _id of ids)
      await db
        .updateTable("products")
        .set({
          priceCents: random.integer(1, 4) * 100,
          ratingScore: random.chance(0.2) ? 0 : random.integer(1, 5) * 1000,
          isPublic: random.chance(0.1) ? 0 : 1,
        })
        .where("_id", "=", _id)
        .execute();
    for (const range of lists) {
      const rows = await rowsInRange(world, range);
      expect([range, await countListed(db, range)]).toEqual([range, rows.length]);
      for (const order of ["latest", "price", "price-up", "rating"] as const) {
        const pages: string[] = [];
        for (let offset = 0; offset < rows.length; offset += 7)
          pages.push(...(await idsListed(db, range, order, { limit: 7, offset })));
        expect([range, order, pages]).toEqual([range, order, SORTED[order](rows).map(({ _id }) => _id)]);
      }
    }
  });
});

onBothDatabases("the sitemap", (world) => {
  test("has every product on one page, wherever its pages begin", async () => {
    const { db } = world.services;
    await manyProducts(world, 40, (n) => Math.floor(n / 3));
    const newest = SORTED.latest(await rowsInRange(world, "all")).map(({ _id }) => _id);
    const cursors = await sitemapStarts(db, 9);
    expect(cursors.map(({ id }) => newest.indexOf(id))).toEqual([8, 17, 26, 35]);
    const behind = await productsBehind(db, "all", cursors[3]!).select("_id").execute();
    expect(behind.map(({ _id }) => _id)).toEqual(newest.slice(36));
    expect(await sitemapStarts(db, newest.length)).toEqual([]);
  });

  test("names a product that came after its pages were read", async () => {
    const pages = async () => (await world.call("GET", "/product/sitemap")).body.data;
    const first = await aProduct(world);
    expect(await pages()).toMatchObject({ pages: 1, hasNextPage: false, docs: [{ _id: first._id }] });
    await aProduct(world);
    expect((await pages()).docs).toHaveLength(2);
  });
});
