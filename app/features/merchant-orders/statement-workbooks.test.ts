import { expect, test } from "vitest";
import { csvCells, workbookOf } from "../../../tests/fixtures/export-cells";
import { aSale, throughStripe, withFreshStripe } from "../../../tests/fixtures/payouts";
import { onBothDatabases } from "../../../tests/fixtures/world";

withFreshStripe();

onBothDatabases(
  "the exports",
  (world) => {
    test("of one order and of one month are the same as CSV and as a workbook", async () => {
      const { merchant, orderId } = await aSale(world);
      const { itemId } = (await world.call("GET", `/product/order/merchant/${orderId}`, { token: merchant.token })).body
        .data;
      const [lines, month] = [
        `/product/order/merchant/${orderId}/export`,
        "/product/payment/merchant/statements/2026-03",
      ];
      expect(await workbookOf(world, merchant.token, `${lines}?format=xlsx`)).toEqual({
        name: `order-${itemId}.xlsx`,
        rows: await csvCells(world, merchant.token, lines),
      });
      const entries = await csvCells(world, merchant.token, `${month}/csv`);
      expect(entries.flat()).toContain("10.00");
      expect(await workbookOf(world, merchant.token, `${month}/xlsx`)).toEqual({
        name: "statement-2026-03.xlsx",
        rows: entries,
      });
    });
  },
  throughStripe,
);
