import { expect } from "vitest";
import { longTest } from "../../../tests/fixtures/long-test";
import { manyProducts } from "../../../tests/fixtures/many-products";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { listedProducts } from "./memory.server";

onBothDatabases("what the shop remembers of products", (world) => {
  longTest("is still shown where others push it out while it is read", async () => {
    const { ids } = await manyProducts(world, 145, (n) => n);
    // The smallest process keeps 125 products.
    const services = { ...world.services, config: { ...world.services.config, memoryBytes: 1 } };
    for (let turns = 0; turns < 30; turns += 1) {
      await services.dialect.announceChange(services.db);
      for (let n = 0; n < 125; n += 20) await listedProducts(services, ids.slice(n, Math.min(n + 20, 125)));
      const furtherProducts = listedProducts(services, ids.slice(125));
      for (let n = 0; n < turns; n += 1) await Promise.resolve();
      const products = await listedProducts(services, ids.slice(0, 10));
      await furtherProducts;
      expect(
        products.map(({ _id }) => _id),
        `${turns} turns later`,
      ).toEqual(ids.slice(0, 10));
    }
  });
});
