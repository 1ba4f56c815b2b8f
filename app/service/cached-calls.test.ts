import { expect, test } from "vitest";
import { initialize } from "../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../tests/fixtures/world";
import { cachedCalls } from "./cached-calls.server";
import { pageCache } from "./page-cache.server";

/** Somebody who asks the service as server.ts hands it on: what is kept, or else the call. */
function aProgram(world: World) {
  const cache = pageCache(() => world.services.dialect.changes());
  const keep = cachedCalls(cache);
  let calls = 0;
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const address = `/api/v1${path}`;
    const kept = cache.find(address);
    const answer =
      kept ??
      (await keep(address, async () => {
        calls += 1;
        return world.api.request(address, { headers });
      }));
    const text = "bodies" in answer ? answer.bodies.identity.toString() : await answer.text();
    return { body: JSON.parse(text), headers: new Headers(answer.headers) };
  };
  return { ask, calls: () => calls };
}

onBothDatabases("answers of the service that are kept", (world) => {
  test("a list that is asked for again and again is made twice, and is the same each time", async () => {
    await aProduct(world, { title: "Pears" });
    const { ask, calls } = aProgram(world);
    const first = await ask("/product/general?page=1");
    for (let n = 0; n < 4; n += 1) expect((await ask("/product/general?page=1")).body).toEqual(first.body);
    expect(calls()).toBe(2);
    // It would name the request of somebody else.
    expect((await ask("/product/general?page=1")).headers.has("X-Request-Id")).toBe(false);
  });

  test("one piece of many is sold: lists and the product's own answer tell it at once", async () => {
    const product = await aProduct(world, { quantity: 500 });
    const buyer = await aUser(world);
    const { ask } = aProgram(world);
    const shown = async () => [
      (await ask("/product/general")).body.data.docs[0].quantity,
      (await ask(`/product/general/${product._id}`)).body.data.quantity,
    ];
    for (let n = 0; n < 3; n += 1) expect(await shown()).toEqual([500, 500]);
    await initialize(world, buyer.token, [{ product: product._id, quantity: 3 }]);
    expect(await shown()).toEqual([497, 497]);
  });

  test("what is no public list is made anew for each who asks", async () => {
    const { token } = await aUser(world);
    const { ask, calls } = aProgram(world);
    for (let n = 0; n < 3; n += 1) await ask("/user/cart", { Authorization: token });
    for (let n = 0; n < 3; n += 1) await ask("/product/general/aaaaaaaaaaaaaaaaaaaaaaaa");
    expect(calls()).toBe(6);
  });

  test("to a token a list is not one that others may be shown", async () => {
    const { token } = await aUser(world);
    const answered = await world.api.request("/api/v1/product/general", { headers: { Authorization: token } });
    expect(answered.headers.get("Cache-Control")).toBe("no-store");
  });
});
