import { expect, test } from "vitest";
import { initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { pageCache } from "./page-cache.server";

/** An API client behind the page cache, as in server.ts: `ask` takes the cached response or makes the call. */
function aProgram(world: World) {
  const cache = pageCache(() => world.services.dialect.changes());
  let calls = 0;
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const address = `/api/v1${path}`;
    const cachedCall = cache.find(address);
    const answer =
      cachedCall ??
      (await cache.call(address, async () => {
        calls += 1;
        return world.api.request(address, { headers });
      }));
    const text = "bodies" in answer ? answer.bodies.identity.toString() : await answer.text();
    return { body: JSON.parse(text), headers: new Headers(answer.headers) };
  };
  return { ask, calls: () => calls };
}

onBothDatabases("answers of the service that are kept", (world) => {
  test("a list that is asked for again is not made again, and is the same each time", async () => {
    await aProduct(world, { title: "Pears" });
    const { ask, calls } = aProgram(world);
    const first = await ask("/product/general?page=1");
    // On Postgres the product's own notification may come later than the first answer.
    await expect
      .poll(async () => [calls(), await ask("/product/general?page=1"), calls()])
      .toSatisfy(([before, , after]) => before === after);
    const settled = calls();
    for (let n = 0; n < 4; n += 1) expect((await ask("/product/general?page=1")).body).toEqual(first.body);
    expect(calls()).toBe(settled);
    // A cached id would name another client's request.
    expect((await ask("/product/general?page=1")).headers.has("X-Request-Id")).toBe(false);
  });

  test("one piece of many is sold: lists and the product's own answer tell it at once", async () => {
    const product = await aProduct(world, { quantity: 500 });
    const buyer = await aUser(world);
    const { ask } = aProgram(world);
    const prices = async () => [
      (await ask("/product/general")).body.data.docs[0].quantity,
      (await ask(`/product/general/${product._id}`)).body.data.quantity,
    ];
    for (let n = 0; n < 3; n += 1) expect(await prices()).toEqual([500, 500]);
    await initialize(world, buyer.token, [{ product: product._id, quantity: 3 }]);
    expect(await prices()).toEqual([497, 497]);
  });

  test("what is no public list is made anew for each who asks", async () => {
    const { token } = await aUser(world);
    const { ask, calls } = aProgram(world);
    for (let n = 0; n < 3; n += 1) await ask("/user/cart", { Authorization: token });
    for (let n = 0; n < 3; n += 1) await ask("/product/general/aaaaaaaaaaaaaaaaaaaaaaaa");
    expect(calls()).toBe(6);
  });

  test("what follows a cursor is not kept: a program that goes through the whole list would push the pages out", async () => {
    await aProduct(world, { title: "Pears" });
    await aProduct(world, { title: "Plums" });
    const { ask, calls } = aProgram(world);
    const { next } = (await ask("/product/general?limit=1")).body.data;
    for (let n = 0; n < 3; n += 1) await ask(`/product/general?limit=1&after=${next}`);
    expect(calls()).toBe(4);
  });

  test("to a token a list is not one that others may be shown", async () => {
    const { token } = await aUser(world);
    const response = await world.api.request("/api/v1/product/general", { headers: { Authorization: token } });
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });
});
