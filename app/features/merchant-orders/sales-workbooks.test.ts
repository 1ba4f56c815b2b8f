import { expect, test } from "vitest";
import { csvCells, workbookOf } from "../../../tests/fixtures/export-cells";
import { aSale, throughStripe, withFreshStripe } from "../../../tests/fixtures/payouts";
import { onBothDatabases } from "../../../tests/fixtures/world";

withFreshStripe();

onBothDatabases(
  "the exports",
  (world) => {
    test.each([
      ["the orders to ship", "/product/order/merchant/packing/export?", "orders-to-ship.xlsx", "10.00"],
      ["the sales by day", "/product/sales-report/export?", "sales-by-day-2026-02-01-2026-03-02.xlsx", "10.00"],
      [
        "the sales by product",
        "/product/sales-report/export?by=product&",
        "sales-by-product-2026-02-01-2026-03-02.xlsx",
        "10.00",
      ],
    ])("of %s are the same as CSV and as a workbook", async (_, path, name, sum) => {
      const { merchant } = await aSale(world);
      const cells = await csvCells(world, merchant.token, path);
      expect(cells.flat()).toContain(sum);
      expect(await workbookOf(world, merchant.token, `${path}format=xlsx`)).toEqual({ name, rows: cells });
    });
  },
  throughStripe,
);
