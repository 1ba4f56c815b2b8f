import { expect } from "vitest";
import { longOnPostgres } from "../../../tests/fixtures/long-test";
import { copiesOfProduct } from "../../../tests/fixtures/product-copies";
import { list, titles } from "../../../tests/fixtures/public-list";
import { aProduct } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("a costly search", (world) => {
  longOnPostgres(world, "of what more than 2,000 have orders the newest of them, and says so", async () => {
    await copiesOfProduct(world, 2100, (n) => ({ priceCents: 100 + n, amountCents: 5000 }));
    const { data } = (await list(world, { q: "common" })).body;
    expect(data).toMatchObject({ total: 2000, cut: true });
    expect(data.docs[0].title).toBe("Common seed 2099");
    expect(await titles(world, { q: "common", sort: "price-up", page: "200" })).toContain("Common seed 2099");
    // The database then applies the filter, so that older products are found as well.
    expect((await list(world, { q: "common", maxPrice: "1.01" })).body.data).toMatchObject({
      total: 2,
      docs: [{ title: "Common seed 1" }, { title: "Common seed 0" }],
    });
    expect((await list(world, { q: "common 2099" })).body.data).toMatchObject({ total: 1 });
  });

  longOnPostgres(
    world,
    "for one or two letters says that it looked at the newest alone, where there are older ones",
    async () => {
      await aProduct(world, { title: "Ox Tail" });
      expect((await list(world, { q: "ox" })).body.data).toMatchObject({ total: 1 });
      expect((await list(world, { q: "ox" })).body.data).not.toHaveProperty("short");
      await copiesOfProduct(world, 5001);
      expect((await list(world, { q: "ox" })).body.data).toMatchObject({ total: 0, cut: true, short: true });
      expect((await list(world, { q: "co 7" })).body.data).toMatchObject({ cut: true, short: true });
      // So few products have the long word that all of them are looked at.
      expect((await list(world, { q: "ox tail" })).body.data).toMatchObject({ total: 1, docs: [{ title: "Ox Tail" }] });
      expect((await list(world, { q: "ox tail" })).body.data).not.toHaveProperty("short");
    },
  );
});
