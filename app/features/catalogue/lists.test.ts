import { expect, test } from "vitest";
import { longOnPostgres } from "../../../tests/fixtures/long-test";
import { manyProducts } from "../../../tests/fixtures/many-products";
import { aProduct } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { seededRandom } from "~/demo/content/random";
import { MOST_COUNTED } from "~/features/pagination";
import { countListed, idsListed, productsBehind, type Order, type Range } from "./lists.server";
import { sitemapStarts } from "./sitemap.server";

interface Row {
  _id: string;
  createdAt: string;
  priceCents: number;
  ratingScore: number;
}

const byAge = (a: Row, b: Row) => b.createdAt.localeCompare(a.createdAt) || (a._id < b._id ? 1 : -1);
const SORTED: Record<Order, (rows: Row[]) => Row[]> = {
  latest: (rows) => rows.toSorted(byAge),
  price: (rows) => rows.toSorted((a, b) => b.priceCents - a.priceCents || byAge(a, b)),
  "price-up": (rows) => rows.toSorted((a, b) => a.priceCents - b.priceCents || byAge(b, a)),
  rating: (rows) => rows.toSorted((a, b) => b.ratingScore - a.ratingScore || byAge(a, b)),
};

async function inRange({ services: { db } }: World, range: Range): Promise<Row[]> {
  const [kind, id = ""] = range.split(" ");
  let query = db
    .selectFrom("products")
    .select(["_id", "createdAt", "priceCents", "ratingScore"])
    .where("isPublic", "=", 1);
  if (kind === "category") query = query.where("categoryId", "=", id);
  if (kind === "stall") query = query.where("merchantId", "=", id);
  return query.execute();
}

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
      const rows = await inRange(world, range);
      expect([range, await countListed(db, range)]).toEqual([range, rows.length]);
      for (const order of ["latest", "price", "price-up", "rating"] as const) {
        const pages: string[] = [];
        for (let offset = 0; offset < rows.length; offset += 7)
          pages.push(...(await idsListed(db, range, order, { limit: 7, offset })));
        expect([range, order, pages]).toEqual([range, order, SORTED[order](rows).map(({ _id }) => _id)]);
      }
    }
  });

  longOnPostgres(world, "of more than 2,000 say so, end with page 200, and go on behind a cursor", async () => {
    const { db } = world.services;
    await manyProducts(world, 2100, (n) => n);
    const newest = SORTED.latest(await inRange(world, "all")).map(({ _id }) => _id);
    const list = async (query: string) => (await world.call("GET", `/product/general?${query}`)).body.data;
    expect(await list("page=1&facets=1")).toMatchObject({ total: MOST_COUNTED, cut: true, hasNextPage: true });
    const last = await list("page=200");
    expect(last).toMatchObject({ total: MOST_COUNTED, cut: true, hasNextPage: false });
    expect(last.docs.map(({ _id }: Row) => _id)).toEqual(newest.slice(1990, 2000));
    expect((await list("page=201")).docs).toEqual([]);
    const behindLast = await list(`limit=30&after=${last.next}`);
    expect(behindLast.docs.map(({ _id }: Row) => _id)).toEqual(newest.slice(2000, 2030));
    const { docs } = (await world.call("GET", "/category")).body.data;
    expect(Math.max(...docs.map(({ products }: { products: number }) => products))).toBe(1401);
    await db.updateTable("products").set({ isPublic: 0 }).where("_id", "in", newest.slice(0, 101)).execute();
    expect(await countListed(db, "all")).toBe(MOST_COUNTED);
  });

  longOnPostgres(world, "of a stall with more than 2,000 say so as well", async () => {
    const { stalls } = await manyProducts(world, 4010, (n) => n);
    const page = async (n: number) =>
      (await world.call("GET", `/stall/${stalls[0]!._id}/products?page=${n}`)).body.data;
    expect(await page(200)).toMatchObject({ total: MOST_COUNTED, cut: true, hasNextPage: false });
    expect((await page(200)).docs).toHaveLength(10);
  });
});

onBothDatabases("the sitemap", (world) => {
  test("has every product on one page, wherever its pages begin", async () => {
    const { db } = world.services;
    await manyProducts(world, 40, (n) => Math.floor(n / 3));
    const newest = SORTED.latest(await inRange(world, "all")).map(({ _id }) => _id);
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
