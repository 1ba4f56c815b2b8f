import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { aMarket } from "../../../tests/fixtures/good-calls";
import { plansOf } from "../../../tests/fixtures/query-plans";
import { aProduct } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/**
 * Postgres reads an index alone only if it knows that all rows of a page are visible to every transaction. When it
 * learns this depends on other work in the cluster, so this function sets it.
 */
async function everybodySeesAll({ services: { db } }: World): Promise<void> {
  await sql.raw('alter table "products" set (autovacuum_enabled = false)').execute(db);
  // Deleted rows of earlier tests take room in the table and in its indexes.
  await sql.raw('vacuum (full, analyze) "products"').execute(db);
  await sql`update pg_class set relallvisible = relpages where oid = '"products"'::regclass`.execute(db);
}

onBothDatabases("the orders of the public list", (world) => {
  test("are read from an index alone, of the whole shop and of a category", async () => {
    const market = await aMarket(world);
    const { db, dialect } = world.services;
    // With a handful of products, every plan costs the same.
    for (let n = 0; n < 400; n += 1)
      await aProduct(world, { merchantId: market.merchant, categoryTitle: n % 2 ? "Vegetables" : "Fruit" });
    if (dialect.name === "postgres") await everybodySeesAll(world);
    const ran = vi.spyOn(db.getExecutor(), "executeQuery");
    for (const sort of ["latest", "price", "price-up", "rating"])
      for (const category of ["", `&categoryId=${market.category}`]) {
        await dialect.announceChange(db);
        ran.mockClear();
        await world.call("GET", `/product/general?sort=${sort}${category}`);
        const ids = ran.mock.calls
          .map(([query]) => query)
          .filter(({ sql: text }) => text.startsWith('select "_id" from'));
        const plans = await plansOf(world, ids);
        expect([sort, category, plans.length]).toEqual([sort, category, 1]);
        expect([sort, category, plans[0]!.plan.join("\n")]).toEqual([
          sort,
          category,
          expect.stringMatching(/USING COVERING INDEX products|Index Only Scan (Backward )?using "products/),
        ]);
      }
    ran.mockRestore();
  });
});
