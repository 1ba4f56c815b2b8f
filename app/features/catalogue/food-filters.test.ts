import { sql } from "kysely";
import { expect, test } from "vitest";
import { aProduct } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { allergenBits, labelBits } from "~/features/food-information/food-json";
import { ALLERGEN_KEYS } from "~/features/food-information/words";
import { candidatesQuery, type Filters } from "./find/candidates.server";

const list = async (world: World, query: Record<string, string>) =>
  (await world.call("GET", `/product/general?${new URLSearchParams(query)}`)).body.data;
const titles = async (world: World, query: Record<string, string>) =>
  ((await list(world, query)).docs as { title: string }[]).map(({ title }) => title).sort();

const withoutAllBut = (...allergens: (typeof ALLERGEN_KEYS)[number][]) =>
  allergenBits(ALLERGEN_KEYS.filter((allergen) => !allergens.includes(allergen)));

async function aShop(world: World) {
  await aProduct(world, {
    title: "Dark bar",
    foodLabels: labelBits(["organic", "vegan"]),
    foodWithout: withoutAllBut("nuts"),
    foodOrigin: "EC",
  });
  await aProduct(world, {
    title: "Milk bar",
    foodLabels: labelBits(["organic"]),
    foodWithout: withoutAllBut("milk", "nuts"),
    foodOrigin: "US",
  });
  await aProduct(world, {
    title: "Plain bar",
    foodLabels: labelBits(["vegan"]),
    foodWithout: withoutAllBut(),
    foodOrigin: "US",
  });
  await aProduct(world, { title: "Quiet bar" });
}

onBothDatabases("lists by food information", (world) => {
  test("leave what has all of the labels, says it is without all of the allergens, and comes from there", async () => {
    await aShop(world);
    for (const q of ["", "bar"]) {
      expect(await titles(world, { q, labels: "organic" })).toEqual(["Dark bar", "Milk bar"]);
      expect(await titles(world, { q, labels: "vegan,organic" })).toEqual(["Dark bar"]);
      expect(await titles(world, { q, without: "milk" })).toEqual(["Dark bar", "Plain bar"]);
      expect(await titles(world, { q, without: "milk,nuts" })).toEqual(["Plain bar"]);
      expect(await titles(world, { q, origin: "US" })).toEqual(["Milk bar", "Plain bar"]);
      expect(await titles(world, { q, origin: "US", without: "nuts", labels: "vegan" })).toEqual(["Plain bar"]);
      expect(await titles(world, { q, labels: "halal" })).toEqual([]);
    }
  });

  test("what says nothing about allergens is without none of them", async () => {
    await aShop(world);
    for (const allergen of ALLERGEN_KEYS) expect(await titles(world, { without: allergen })).not.toContain("Quiet bar");
  });

  test("say how many each would leave beside the others", async () => {
    await aShop(world);
    const { facets } = await list(world, { q: "bar", labels: "organic", facets: "1" });
    expect(facets.labels).toEqual([
      { label: "organic", count: 2 },
      { label: "vegan", count: 1 },
    ]);
    expect(facets.without.find(({ allergen }: { allergen: string }) => allergen === "milk")).toEqual({
      allergen: "milk",
      count: 1,
    });
    expect(facets.origins).toEqual([
      { country: "EC", count: 1 },
      { country: "US", count: 1 },
    ]);
    const both = (await list(world, { q: "bar", origin: "EC", facets: "1" })).facets;
    expect(both.origins).toEqual([
      { country: "US", count: 2 },
      { country: "EC", count: 1 },
    ]);
  });

  test.each([
    [{ labels: "tasty" }, "labels"],
    [{ without: "gold" }, "without"],
    [{ origin: "usa" }, "origin"],
  ])("%j is refused", async (query: Record<string, string>, field) => {
    const { status, body } = await world.call("GET", `/product/general?${new URLSearchParams(query)}`);
    expect([status, body.error[0].field]).toEqual([422, field]);
  });

  test("a rare label is found by its index however old it is, and one statement is enough", async () => {
    const rare = await aProduct(world, { title: "Old halal stew", foodLabels: labelBits(["halal"]) });
    await aProduct(world, { title: "Newer soup" });
    const filters: Filters = {
      categoryId: null,
      merchantId: null,
      minCents: null,
      maxCents: null,
      rating: null,
      inStock: false,
      onSale: false,
      labels: labelBits(["halal"]),
      without: null,
      origin: null,
    };
    const { db, dialect } = world.services;
    const query = candidatesQuery(db, dialect, { words: [], typed: "" }, filters);
    expect((await query.execute()).map(({ _id }) => _id)).toEqual([rare._id]);
    // Postgres reads a table of three rows as a whole.
    if (dialect.name !== "sqlite") return;
    const plan = await query.explain(undefined, sql`query plan`);
    expect(JSON.stringify(plan)).toContain("productsLabel5");
  });
});
