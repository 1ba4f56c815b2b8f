import { expect, test } from "vitest";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { list, titles } from "../../../tests/fixtures/public-list";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/** Four products that differ in everything that a list can be filtered by. */
async function aShop(world: World) {
  const mill = await aUser(world, { privilege: "merchant" });
  await aProduct(world, { title: "Red Tea", amountCents: 300, rating: 5, categoryTitle: "Herbs" });
  await aProduct(world, { title: "Green Tea", amountCents: 450, quantity: 0, rating: 4, categoryTitle: "Herbs" });
  await aProduct(world, {
    title: "Tea Cake",
    amountCents: 1000,
    priceCents: 800,
    discountType: "percentage",
    discountPercent: 20,
    rating: 3,
    categoryTitle: "Bakery",
    merchantId: mill._id,
  });
  await aProduct(world, {
    title: "Iced Tea",
    amountCents: 801,
    rating: null,
    categoryTitle: "Herbs",
    merchantId: mill._id,
  });
  return { mill: mill._id };
}

onBothDatabases("the filters of the list", (world) => {
  test("leave what passes all of them, with words and without", async () => {
    const { mill } = await aShop(world);
    for (const q of ["", "tea"]) {
      const found = async (filters: Record<string, string>) => (await titles(world, { ...filters, q })).sort();
      expect(await found({ minPrice: "4.5", maxPrice: "8" })).toEqual(["Green Tea", "Tea Cake"]);
      expect(await found({ inStock: "1" })).toEqual(["Iced Tea", "Red Tea", "Tea Cake"]);
      expect(await found({ onSale: "1" })).toEqual(["Tea Cake"]);
      expect(await found({ rating: "4" })).toEqual(["Green Tea", "Red Tea"]);
      expect(await found({ stall: mill })).toEqual(["Iced Tea", "Tea Cake"]);
      expect(await found({ stall: mill, categoryId: "Herbs", inStock: "1" })).toEqual(["Iced Tea"]);
      expect(await found({ stall: "f".repeat(24) })).toEqual([]);
      expect(await found({ onSale: "1", rating: "4" })).toEqual([]);
    }
  });

  test("say how many each would leave beside the others, the pages of one list agree, and orders are kept", async () => {
    const { mill } = await aShop(world);
    const { data } = (await list(world, { q: "tea", maxPrice: "8", facets: "1" })).body;
    expect(data.facets).toMatchObject({
      categories: [
        { title: "Herbs", count: 2 },
        { title: "Bakery", count: 1 },
      ],
      inStock: 2,
      onSale: 1,
      ratings: [
        { atLeast: 4, count: 2 },
        { atLeast: 3, count: 3 },
        { atLeast: 2, count: 3 },
      ],
      // The range of all prices, because the price filter does not limit its own figures.
      price: { min: 3, max: 8.01 },
    });
    expect(data.facets.stalls.find(({ _id }: { _id: string }) => _id === mill).count).toBe(1);
    // Iced Tea fails both filters, so leaving out one of them would not let it in.
    const two = (await list(world, { q: "tea", maxPrice: "8", rating: "4", facets: "1" })).body.data.facets;
    expect([two.price, two.ratings[1], two.inStock]).toEqual([{ min: 3, max: 4.5 }, { atLeast: 3, count: 3 }, 1]);
    const plain = (await list(world, { facets: "1" })).body.data.facets;
    expect([plain.inStock, plain.categories.length]).toEqual([3, 2]);
    expect((await list(world, { q: "tea" })).body.data).not.toHaveProperty("facets");
    for (const q of ["", "tea"]) {
      expect(await titles(world, { q, sort: "price-up" })).toEqual(["Red Tea", "Green Tea", "Tea Cake", "Iced Tea"]);
      expect(await titles(world, { q, sort: "price" })).toEqual(["Iced Tea", "Tea Cake", "Green Tea", "Red Tea"]);
      expect(await titles(world, { q, sort: "rating" })).toEqual(["Red Tea", "Green Tea", "Tea Cake", "Iced Tea"]);
      expect((await titles(world, { q, sort: "latest" }))[0]).toBe("Iced Tea");
    }
  });

  test.each([
    ["minPrice=cheap", "minPrice"],
    ["maxPrice=-1", "maxPrice"],
    ["minPrice=5&maxPrice=4", "maxPrice"],
    ["rating=6", "rating"],
    ["inStock=yes", "inStock"],
    ["onSale=0", "onSale"],
    ["facets=all", "facets"],
    ["stall=mill", "stall"],
    ["sort=cheapest", "sort"],
  ])("?%s is refused at %s", async (query, field) => {
    const refusal = await world.call("GET", `/product/general?${query}`);
    expect([refusal.status, refusal.body.error[0].field]).toEqual([422, field]);
  });
});
