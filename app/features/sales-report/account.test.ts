import { expect, test } from "vitest";
import { booked } from "../../../tests/fixtures/ledger";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("the account in a sales report", (world) => {
  test("has the entries of its days, each kind by itself, and their sum", async () => {
    world.services.config.timeZone = "UTC";
    const [merchant, another] = [
      await aUser(world, { privilege: "merchant" }),
      await aUser(world, { privilege: "merchant" }),
    ];
    const day = "2026-02-03T12:00:00.000Z";
    await booked(world, merchant._id, [
      ["2026-02-01T23:59:59.999Z", "sale", 77],
      ["2026-02-02T00:00:00.000Z", "sale", 1000],
      [day, "sale", 500],
      [day, "delivery", 250],
      [day, "refund", -120],
      [day, "dispute", -60],
      [day, "fee", -35],
      [day, "payout", -400],
      [day, "cash", -310],
      ["2026-02-04T23:59:59.999Z", "payout", -15],
      ["2026-02-05T00:00:00.000Z", "sale", 77],
    ]);
    await booked(world, another._id, [[day, "sale", 77]]);
    const report = await world.call("GET", "/product/sales-report?since=2026-02-02&until=2026-02-04", {
      token: merchant.token,
    });
    expect(report.body.data.account).toEqual({
      sales: 15,
      deliveryFees: 2.5,
      refunds: -1.2,
      disputes: -0.6,
      fees: -0.35,
      payouts: -4.15,
      cash: -3.1,
      change: 8.1,
      month: null,
    });
  });
});
