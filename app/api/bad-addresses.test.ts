import { expect, test } from "vitest";
import { ADDRESS, aProduct, aUser } from "../../tests/fixtures/shop";
import { everythingStored, onBothDatabases } from "../../tests/fixtures/world";
import { mustBeRefusedWell } from "../../tests/fixtures/refusals";

const NUMBERS = [-1, 0, 1.5, 1e21, -1e308, 2 ** 53, "1", null, true, [1], {}];

onBothDatabases("a bad address or quantity", (world) => {
  test("quantities are whole and from one, whoever asks", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: 9999 });
    const storedBefore = await everythingStored(world);
    for (const quantity of NUMBERS) {
      const line = { product: product._id, quantity };
      for (const [method, path, body] of [
        ["POST", "/product/cart", { carts: [line] }],
        ["POST", "/user/lists", { carts: [line] }],
        ["PUT", `/user/cart/${product._id}`, { quantity }],
        ["PUT", `/user/cart/${product._id}`, { add: quantity }],
        ["POST", "/product/payment/initialize", { carts: [line], billing: ADDRESS }],
      ] as const)
        mustBeRefusedWell(
          `${path} ${String(quantity)}`,
          await world.call(method, path, { token: buyer.token, body }),
          [422],
        );
    }
    mustBeRefusedWell(
      "1e400",
      await world.call("POST", "/product/cart", { body: `{"carts":[{"product":"${product._id}","quantity":1e400}]}` }),
      [422],
    );
    expect(await everythingStored(world)).toBe(storedBefore);
  });

  test("ten thousand cart lines are refused before they cost anything", async () => {
    const buyer = await aUser(world);
    const carts = Array.from({ length: 10_000 }, (_, n) => ({
      product: n.toString(16).padStart(24, "0"),
      quantity: 1,
    }));
    for (const count of [10_000, 3000, 51]) {
      for (const path of ["/product/cart", "/user/lists", "/product/payment/initialize"])
        mustBeRefusedWell(
          `${path} ${count}`,
          await world.call("POST", path, {
            token: buyer.token,
            body: { carts: carts.slice(0, count), billing: ADDRESS },
          }),
          [413, 422],
        );
    }
    expect((await world.call("POST", "/product/cart", { body: { carts: carts.slice(0, 50) } })).status).toBe(200);
  });

  test.each([
    "page=-1",
    "page=0",
    "page=abc",
    "page=1.5",
    "page=1e9",
    "page=%00",
    "page=1&page=2",
    "page[]=1",
    "page=",
  ])("every list refuses ?%s", async (query) => {
    const { token } = await aUser(world);
    for (const path of ["/category", "/product/general", "/product/sitemap", "/product/order"]) {
      const answer = await world.call("GET", `${path}?${query}`, { token });
      mustBeRefusedWell(`${path}?${query}`, answer, [422]);
    }
  });

  test("unknown calls and methods answer in the same shape", async () => {
    for (const [method, path] of [
      ["GET", "/nothing"],
      ["PATCH", "/user"],
      ["GET", "/user/"],
      ["POST", "/category"],
      ["OPTIONS", "/user"],
    ] as const) {
      mustBeRefusedWell(`${method} ${path}`, await world.call(method, path), [404]);
    }
  });

  test("odd tokens are dead ones", async () => {
    for (const token of ["x", "Bearer", "Bearer x y", "'; --", "a".repeat(8000), "Basic dXNlcjpwYXNz"])
      mustBeRefusedWell(token.slice(0, 20), await world.call("GET", "/user", { token }), [401]);
  });
});
