import { expect, test } from "vitest";
import { aProduct } from "../../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../../tests/fixtures/world";
import { migrate } from "../migrate.server";
import { tagsInSearch } from "./0020-tags-in-search.server";

onBothDatabases("migrations", (world) => {
  test("run again they change nothing", async () => {
    const { db, dialect } = world.services;
    await db.insertInto("counters").values({ name: "kept", value: 1 }).execute();
    const before = await db.introspection.getTables();
    await migrate({ dialect });
    expect(await db.introspection.getTables()).toEqual(before);
    expect(await db.selectFrom("counters").select("value").where("name", "=", "kept").execute()).toEqual([
      { value: 1 },
    ]);
  });

  test("products from before their tags counted are found by them", async () => {
    const { db } = world.services;
    const old = { tags: JSON.stringify(["Crème", "soup"]), searchText: "leek\nvegetables" };
    for (let n = 0; n < 3; n += 1) await aProduct(world, { ...old, ...(n === 2 && { tags: "[]" }) });
    await tagsInSearch(db);
    expect(await db.selectFrom("products").select("searchText").orderBy("createdAt").execute()).toEqual([
      { searchText: "leek\nvegetables\ncreme soup" },
      { searchText: "leek\nvegetables\ncreme soup" },
      { searchText: "leek\nvegetables\n" },
    ]);
    expect((await world.call("GET", "/product/general?q=soup")).body.data.total).toBe(2);
  });
});
