import { expect, test } from "vitest";
import { aMarket, aProductPayload } from "../../tests/fixtures/good-calls";
import { ADDRESS, aUser } from "../../tests/fixtures/shop";
import { onBothDatabases } from "../../tests/fixtures/world";

const NO_DAYS = ["9999-12-31", "0000-01-01", "2026-02-31", "2026-13-01", "2026-2-3", "today", "1999-12-31"];

onBothDatabases("what is at the edge", (world) => {
  test("a day that is none, and days the wrong way round, are refused at their field wherever days are asked for", async () => {
    const { tokens, recalled } = await aMarket(world);
    for (const [path, token] of [
      ["/product/sales-report", tokens.merchant],
      ["/product/sales-report/export", tokens.merchant],
      ["/product/order/merchant", tokens.merchant],
      ["/product/order/merchant/export", tokens.merchant],
      [`/operator/products/${recalled}/buyers`, tokens.operator],
    ]) {
      for (const field of ["since", "until"]) {
        for (const day of NO_DAYS) {
          const { status, body } = await world.call("GET", `${path}?${field}=${day}`, { token });
          expect([path, field, day, status, body.error?.[0]]).toEqual([
            path,
            field,
            day,
            422,
            { message: `${field} must be a day such as 2026-03-31.`, code: "invalid", field },
          ]);
        }
      }
      const reversed = await world.call("GET", `${path}?since=2026-03-02&until=2026-03-01`, { token });
      expect([path, reversed.status, reversed.body.error?.[0].field]).toEqual([path, 422, "until"]);
      const leap = await world.call("GET", `${path}?since=2024-02-29&until=2024-02-29`, { token });
      expect([path, leap.status]).toEqual([path, 200]);
    }
    const payments = await world.call("GET", "/operator/payments?since=9999-12-31", { token: tokens.operator });
    expect([payments.status, payments.body.error[0].field]).toEqual([422, "since"]);
  });

  test("a draft with a picture or a video that is none, or not ours, is refused at its field", async () => {
    const { tokens, category, product } = await aMarket(world);
    const add = (overrides: object) =>
      world.call("POST", "/product/manage-product", {
        token: tokens.merchant,
        body: { ...aProductPayload(category), ...overrides },
      });
    for (const image of ["x", ["x"], [null], [{}], [{ _id: "x" }], [[product]], [product], null, { _id: product }]) {
      const { status, body } = await add({ image });
      expect([image, status, body.error[0].field]).toEqual([image, 422, expect.stringMatching(/^image(\.0)?$/)]);
    }
    for (const video of ["x", [], {}, { _id: "x" }, product]) {
      const { status, body } = await add({ video });
      expect([video, status, body.error[0].field]).toEqual([video, 422, "video"]);
    }
  });

  test("a billing address that is saved takes the place of the whole one before it", async () => {
    const { token } = await aUser(world);
    await world.call("PUT", "/user/billing", { token, body: ADDRESS });
    const { body } = await world.call("PUT", "/user/billing", { token, body: { city: "Springfield" } });
    const emptied = Object.fromEntries(Object.keys(ADDRESS).map((name) => [name, ""]));
    expect(body.data.extras).toEqual({ ...emptied, city: "Springfield" });
  });
});
