import { expect } from "vitest";
import { rowsInRange, SORTED, type ListedRow } from "../../../tests/fixtures/listed-rows";
import { longOnPostgres } from "../../../tests/fixtures/long-test";
import { manyProducts } from "../../../tests/fixtures/many-products";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { MOST_COUNTED } from "~/features/pagination";
import { countListed } from "./lists.server";

onBothDatabases("long lists", (world) => {
  longOnPostgres(world, "of more than 2,000 say so, end with page 200, and go on behind a cursor", async () => {
    const { db } = world.services;
    await manyProducts(world, 2100, (n) => n);
    const newest = SORTED.latest(await rowsInRange(world, "all")).map(({ _id }) => _id);
    const list = async (query: string) => (await world.call("GET", `/product/general?${query}`)).body.data;
    expect(await list("page=1&facets=1")).toMatchObject({ total: MOST_COUNTED, cut: true, hasNextPage: true });
    const last = await list("page=200");
    expect(last).toMatchObject({ total: MOST_COUNTED, cut: true, hasNextPage: false });
    expect(last.docs.map(({ _id }: ListedRow) => _id)).toEqual(newest.slice(1990, 2000));
    expect((await list("page=201")).docs).toEqual([]);
    const behindLast = await list(`limit=30&after=${last.next}`);
    expect(behindLast.docs.map(({ _id }: ListedRow) => _id)).toEqual(newest.slice(2000, 2030));
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
