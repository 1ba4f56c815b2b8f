import { expect, test } from "vitest";
import { manyProducts } from "../../../tests/fixtures/many-products";
import { DATABASES, onBothDatabases } from "../../../tests/fixtures/world";
import { seededRandom } from "~/demo/content/random";
import { inTransaction } from "~/platform/database/database.server";
import { countAnew, wronglyCounted } from "./check-segments.server";
import { productsIn, type List } from "./lists.server";
import { countListed, idsListed } from "./segments.server";
import { tidySegments } from "./split-segments.server";

/** Segments as short as a test is. */
const SHORT = { most: 6, part: 3, atOnce: 10 };
/** Where a stretch is looked up by segments instead of going down the list. */
const NEAR = 500;

onBothDatabases("lists counted in segments", (world) => {
  test("have every product once, in order, however deep, and as many as there are", async () => {
    const { db } = world.services;
    // Half of them in the same moment, as a spreadsheet brings them.
    const { lists } = await manyProducts(world, 1200, (n) => Math.max(n - 600, 0));
    await tidySegments(world.services, { most: 100, part: 50, atOnce: 120 });
    for (const list of lists) {
      const whole = await productsIn(db, list)
        .select("_id")
        .orderBy("createdAt", "desc")
        .orderBy("_id", "desc")
        .execute();
      const ids = whole.map(({ _id }) => _id);
      expect([list, await countListed(db, list)]).toEqual([list, ids.length]);
      for (const offset of [0, 380, NEAR, NEAR + 1, NEAR + 49, 777, ids.length - 3, ids.length, ids.length + 500])
        expect([list, offset, await idsListed(db, list, { limit: 10, offset })]).toEqual([
          list,
          offset,
          ids.slice(offset, offset + 10),
        ]);
    }
    const segments = await db.selectFrom("listSegments").selectAll().where("list", "=", "all").execute();
    expect(segments.length).toBeGreaterThan(12);
    expect(Math.max(...segments.map(({ products }) => products))).toBeLessThanOrEqual(100);
  });

  test("have a counterpart by price and by rating: every product once, in order, from whichever end it is read", async () => {
    const { db } = world.services;
    const { ids } = await manyProducts(world, 44, (n) => n);
    for (const [n, id] of ids.entries())
      await db
        .updateTable("products")
        .set({ priceCents: n % 3, rating: (n % 2) + 1 })
        .where("_id", "=", id)
        .execute();
    const newest = await db
      .selectFrom("products")
      .select(["_id", "priceCents", "rating"])
      .orderBy("createdAt", "desc")
      .orderBy("_id", "desc")
      .execute();
    const sorted = {
      price: newest.toSorted((a, b) => b.priceCents - a.priceCents),
      "price-up": newest.toReversed().toSorted((a, b) => a.priceCents - b.priceCents),
      rating: newest.toSorted((a, b) => (b.rating ?? 0) - (a.rating ?? 0)),
    };
    for (const [sort, wanted] of Object.entries(sorted)) {
      const found: string[] = [];
      for (let page = 1; page <= 6; page += 1) {
        const { data } = (await world.call("GET", `/product/general?sort=${sort}&page=${page}`)).body;
        found.push(...data.docs.map((doc: { _id: string }) => doc._id));
      }
      expect([sort, found]).toEqual([sort, wanted.map(({ _id }) => _id)]);
    }
  });

  test("stay true through whatever happens to products, in any order", async () => {
    const { db } = world.services;
    const { ids, stalls, categories } = await manyProducts(world, 60, (n) => n);
    for (let seed = 1; seed <= 4; seed += 1) {
      const random = seededRandom(seed);
      for (let step = 0; step < 40; step += 1) {
        const some = random.sample(ids, random.integer(1, 5));
        const one = db.updateTable("products").where("_id", "in", some);
        const steps = [
          () => one.set({ isPublic: 0 }).execute(),
          () => one.set({ isPublic: 1 }).execute(),
          () => one.set({ categoryId: random.pick(categories)! }).execute(),
          () => one.set({ merchantId: random.pick(stalls)!._id, isPublic: 1 }).execute(),
          () =>
            one.set({ createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, random.integer(0, 90))).toISOString() }).execute(),
          () => db.deleteFrom("products").where("_id", "in", some.slice(0, 1)).execute(),
          () => tidySegments(world.services, SHORT),
        ];
        await random.pick(steps)!();
      }
      expect([seed, await wronglyCounted(db)]).toEqual([seed, []]);
    }
  });

  test("forget what a transaction counted that did not come to its end", async () => {
    const { db } = world.services;
    const { ids } = await manyProducts(world, 5, (n) => n);
    await expect(
      inTransaction(db, async (trx) => {
        await trx.updateTable("products").set({ isPublic: 0 }).where("_id", "in", ids).execute();
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await countListed(db, "all")).toBe(6);
  });

  test("that are counted wrongly are named, and counted anew", async () => {
    const { db } = world.services;
    const { lists } = await manyProducts(world, 40, (n) => n);
    await tidySegments(world.services, SHORT);
    const [, category, stall] = lists as [List, List, List];
    await db.deleteFrom("listSegments").where("list", "=", category).execute();
    // One too many here and one too few there leave the sum as it was.
    const { start } = await db
      .selectFrom("listSegments")
      .select((eb) => eb.fn.max("start").as("start"))
      .where("list", "=", stall)
      .executeTakeFirstOrThrow();
    for (const [at, more] of [
      ["", 1],
      [start, -1],
    ] as const)
      await db
        .updateTable("listSegments")
        .set((eb) => ({ products: eb("products", "+", more) }))
        .where("list", "=", stall)
        .where("start", "=", at)
        .execute();
    expect(await wronglyCounted(db)).toEqual([category, stall].toSorted());
    await countAnew(world.services);
    expect(await wronglyCounted(db)).toEqual([]);
  });

  test("let two publish at once on Postgres: neither waits for the other to end, and both count", async () => {
    const { db, dialect } = world.services;
    if (dialect.name === "sqlite") return expect(DATABASES).toContain("sqlite");
    const { ids } = await manyProducts(world, 10, (n) => n);
    const publish = (id: string, isPublic: 0 | 1) => (trx: typeof db) =>
      trx.updateTable("products").set({ isPublic }).where("_id", "=", id).execute();
    await inTransaction(db, async (trx) => {
      await publish(ids[0]!, 0)(trx);
      await inTransaction(db, publish(ids[1]!, 0));
      // Whoever moves the beginnings of segments gives way.
      await expect(tidySegments(world.services, SHORT)).rejects.toThrow("lock timeout");
    });
    expect([await countListed(db, "all"), await wronglyCounted(db)]).toEqual([9, []]);
  });
});
