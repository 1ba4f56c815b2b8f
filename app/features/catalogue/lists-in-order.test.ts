import { sql } from "kysely";
import { expect, test } from "vitest";
import { manyProducts } from "../../../tests/fixtures/many-products";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { seededRandom, type SeededRandom } from "~/demo/content/random";
import { wronglyCounted } from "./check-segments.server";
import { productsIn, type Range } from "./lists.server";
import { idsByRating, idsListed } from "./segments.server";
import { tidySegments } from "./split-segments.server";

const SIZES = { most: 60, part: 30, atOnce: 80 };
const A_PAGE = 50;

type Order = "price" | "rating";

/** The whole list as its order says, without a segment. */
async function plainly({ services: { db } }: World, order: Order, range: Range): Promise<string[]> {
  const rows = await productsIn(db, range)
    .select("_id")
    .orderBy(order === "price" ? sql`"priceCents"` : sql`coalesce("rating", 0)`, "desc")
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .execute();
  return rows.map(({ _id }) => _id);
}

/** Something that happens to some products; many of them cost the same, and many are rated the same or not at all. */
function change({ services }: World, random: SeededRandom, ids: string[], categories: string[]): Promise<unknown> {
  const of = (many: number) =>
    services.db.updateTable("products").where("_id", "in", random.sample(ids, random.integer(1, many)));
  const some = of(60);
  const steps = [
    () => some.set({ priceCents: random.integer(0, 9) * 100 }).execute(),
    () => some.set({ priceCents: random.integer(1, 1_000_000_000) }).execute(),
    () => some.set({ rating: random.chance(0.2) ? null : random.integer(1, 5) }).execute(),
    () =>
      of(8)
        .set({ categoryId: random.pick(categories)!, priceCents: 250 })
        .execute(),
    () => of(8).set({ isPublic: 0 }).execute(),
    () => some.set({ isPublic: 1, rating: 3 }).execute(),
    () => services.db.deleteFrom("products").where("_id", "in", random.sample(ids, 2)).execute(),
    () => tidySegments(services, SIZES),
  ];
  return random.pick(steps)!();
}

onBothDatabases("lists by price and by rating", (world) => {
  test("have on every page what a plain look through them finds there, from either end, while products change", async () => {
    const { db } = world.services;
    const { ids, categories } = await manyProducts(world, 1200, (n) => Math.floor(n / 3));
    const ranges: Range[] = ["all", `category ${categories[0]!}`];
    const random = seededRandom(40);
    for (let round = 0; round < 2; round += 1) {
      for (let step = 0; step < 40; step += 1) await change(world, random, ids, categories);
      // The last changes find segments that are split already.
      if (round === 0) await tidySegments(world.services, SIZES);
      for (const range of ranges) {
        const dearest = await plainly(world, "price", range);
        const best = await plainly(world, "rating", range);
        expect([range, best.length > 600]).toEqual([range, true]);
        for (let offset = 0; offset <= best.length; offset += A_PAGE) {
          const stretch = { limit: A_PAGE, offset };
          const of = (ids: string[]) => ids.slice(offset, offset + A_PAGE);
          expect({
            range,
            offset,
            dearest: await idsListed(db, `price ${range}`, stretch),
            cheapest: await idsListed(db, `price ${range}`, stretch, "asc"),
            best: await idsByRating(db, range, stretch),
          }).toEqual({ range, offset, dearest: of(dearest), cheapest: of(dearest.toReversed()), best: of(best) });
        }
      }
      expect([round, await wronglyCounted(db)]).toEqual([round, []]);
    }
    for (const sort of ["price", "price-up", "rating"] as const) {
      const whole = await plainly(world, sort === "rating" ? "rating" : "price", "all");
      const wanted = sort === "price-up" ? whole.toReversed() : whole;
      const { body } = await world.call("GET", `/product/general?sort=${sort}&page=71`);
      expect([sort, body.data.docs.map((doc: { _id: string }) => doc._id)]).toEqual([sort, wanted.slice(700, 710)]);
    }
    const segments = await db.selectFrom("listSegments").select("list").where("list", "=", "price all").execute();
    expect(segments.length).toBeGreaterThan(10);
  });
});
