import { expect, test } from "vitest";
import { aMarket, GOOD_CALLS, type Role } from "../../tests/fixtures/good-calls";
import { ADDRESS, aProduct, aUser } from "../../tests/fixtures/shop";
import { everythingStored, onBothDatabases, type World } from "../../tests/fixtures/world";
import { type Document, type Operation, mustBeRefusedWell } from "../../tests/fixtures/refusals";

/** Queries that a call needs before it looks for its id. */
const NEEDED_QUERIES: Record<string, string> = {
  "/operator/market-days/{id}/times-to-close": "?day=2026-03-07",
  "/operator/market-days/{id}/times-to-close/choices": "?day=2026-03-07&from=09:00",
};

const firstRole = (operation?: Operation) => Object.keys(operation?.security?.[0] ?? {})[0] as Role | undefined;

const NUMBERS = [-1, 0, 1.5, 1e21, -1e308, 2 ** 53, "1", null, true, [1], {}];

const errors = (world: World) => world.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);

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

  test("ids that are none, and unknown ones, are refused everywhere", async () => {
    const market = await aMarket(world);
    world.logged.length = 0;
    const { paths } = (await world.call("GET", "/openapi.json")).body as Document;
    for (const [path, methods] of Object.entries(paths)) {
      const [, parameter] = /\{(\w+)\}/.exec(path) ?? [];
      if (!parameter) continue;
      for (const method of Object.keys(methods)) {
        const address = path.replace("/api/v1", "");
        const good = GOOD_CALLS[`${method.toUpperCase()} ${address}`]?.(market);
        const at = (id: string) => address.replaceAll(/\{\w+\}/g, id);
        const query = NEEDED_QUERIES[address] ?? "";
        const ask = (id: string) =>
          world.call(method.toUpperCase(), `${at(id)}${query}`, {
            token: market.tokens[good?.by ?? firstRole(methods[method]) ?? "buyer"],
            ...(methods[method]?.requestBody && { body: good?.body ?? {} }),
          });
        for (const id of [
          "x",
          "%00",
          "%27%20or%201=1--",
          "0123456789ABCDEF01234567",
          `${"0".repeat(24)}0`,
          "%E0%A4%A",
          "..%2f..%2fetc",
          "🌻",
        ])
          mustBeRefusedWell(`${method} ${at(id)}`, await ask(id), [404, 415, 422]);
        // Deleting a thing that is already gone may succeed.
        if (method !== "delete")
          mustBeRefusedWell(
            `${method} ${at("unknown")}`,
            await ask(
              parameter === "month" ? "2001-01" : "f".repeat(["draft", "handle"].includes(parameter) ? 64 : 24),
            ),
            [404, 415],
          );
      }
    }
    expect(errors(world)).toEqual([]);
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
