import { expect } from "vitest";
import { longOnPostgres } from "../../../tests/fixtures/long-test";
import { insertProducts } from "../../../tests/fixtures/product-copies";
import { aProduct } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { searchTextOf } from "~/features/products/product-row.server";
import { fold } from "~/platform/folding";

const NAMES = ["Wild Oxheart Tomatoes", "Wild Honey 50% Comb", "Crème Figs", "Wild Figs"];
const CATEGORIES = ["Vegetables", "Bakery"];
const PRODUCTS = 1300;

/** More products than SQLite looks up one by one, alike except for title, category and price. */
async function aFullShop(world: World) {
  const [tomatoes, bread] = [
    await aProduct(world, { title: "Zebra Squash" }),
    await aProduct(world, { title: "Zebra Buns", categoryTitle: "Bakery" }),
  ];
  const goods = [tomatoes, bread].map((row, index) => ({ ...row, category: CATEGORIES[index]! }));
  for (let number = 0; number < PRODUCTS; number += 1) {
    const title = `${NAMES[number % NAMES.length]} ${number}`;
    const like = goods[number % 3 === 0 ? 1 : 0]!;
    const createdAt = new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString();
    goods.push({
      ...like,
      _id: number.toString(16).padStart(24, "0"),
      title,
      sku: `MANY-${number}`,
      priceCents: 100 + ((number * 37) % 50),
      createdAt,
      searchText: searchTextOf(title, like.category, []),
    });
  }
  const rows = goods.slice(2).map(({ category: _category, ...row }) => row);
  await insertProducts(world, rows);
  return goods;
}

onBothDatabases("searching among many products", (world) => {
  longOnPostgres(
    world,
    "finds and orders what a plain look at every product does, whatever the words, their length and their number",
    async () => {
      const goods = await aFullShop(world);
      for (const q of [
        "wild",
        "WILD figs",
        "zebra",
        "ox",
        "ox wild",
        "o",
        "50%",
        "_",
        "zz",
        "creme",
        "bakery fi",
        "",
      ]) {
        for (const category of ["", "Bakery"]) {
          for (const sort of ["latest", "price"] as const) {
            const words = fold(q).split(" ");
            const expected = goods
              .filter(
                (row) =>
                  (category === "" || row.category === category) &&
                  words.every((word) => row.searchText.includes(word)),
              )
              .toSorted(
                (a, b) =>
                  (sort === "price" ? b.priceCents - a.priceCents : 0) ||
                  b.createdAt.localeCompare(a.createdAt) ||
                  b._id.localeCompare(a._id),
              );
            for (const page of [1, Math.max(1, Math.ceil(expected.length / 10))]) {
              const { body } = await world.call(
                "GET",
                `/product/general?${new URLSearchParams({ q, categoryId: category, sort, page: String(page) })}`,
              );
              const search = `${q} in ${category || "all"} by ${sort}, page ${page}`;
              expect([search, body.data.total]).toEqual([search, expected.length]);
              expect([search, body.data.docs.map((doc: { _id: string }) => doc._id)]).toEqual([
                search,
                expected.slice((page - 1) * 10, page * 10).map((row) => row._id),
              ]);
            }
          }
        }
      }
    },
  );
});
