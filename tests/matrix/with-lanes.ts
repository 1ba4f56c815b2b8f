import { test as base } from "@playwright/test";
import { TEST_MS } from "../../scripts/gate/patience.mjs";
import type { Lane } from "./people";
import { openShop, type OwnShop } from "./shop-of-its-own";
import { openLanes } from "./try-cells";

export { expect } from "@playwright/test";

/** The number of cells that are tried at the same time. Most of them wait most of the time. */
const LANES = Number(process.env["MATRIX_LANES"] ?? 6);

interface Own {
  /** The folder of a demo whose goods are copied, which is faster than making new ones. */
  copyOf: string | undefined;
  shop: OwnShop;
  lanes: Lane[];
}

/** The test of Playwright with a separate shop for each worker. */
export const test = base.extend<object, Own>({
  copyOf: [process.env["MATRIX_COPY_OF"], { option: true, scope: "worker" }],
  shop: [
    async ({ copyOf }, use) => {
      const shop = await openShop(copyOf);
      await use(shop);
      await shop.close();
    },
    { scope: "worker", timeout: TEST_MS },
  ],
  lanes: [async ({ shop }, use) => use(await openLanes(shop, LANES)), { scope: "worker", timeout: TEST_MS }],
});
