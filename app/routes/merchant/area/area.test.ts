import { expect, test } from "vitest";
import { htmlOf } from "../../../../tests/fixtures/screen";
import { aUser } from "../../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../../tests/fixtures/world";
import * as area from "./route";

const CLOSED = "Your stall is closed for now";
const WAITS = "Your stall waits for its approval";

onBothDatabases("a merchant's rooms", (world) => {
  test.each([
    ["suspended", [CLOSED]],
    ["waiting", [WAITS]],
    ["active", []],
  ] as const)("of a stall that is %s say so: %s", async (status, banners) => {
    const merchant = await aUser(world, { privilege: "merchant" });
    await world.services.db.updateTable("stores").set({ status }).where("userId", "=", merchant._id).execute();
    const html = await htmlOf(world, area, "/merchant", merchant.token);
    expect([CLOSED, WAITS].filter((banner) => html.includes(banner))).toEqual(banners);
  });
});
