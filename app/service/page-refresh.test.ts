import { expect, test, vi } from "vitest";
import { noteCacheTags } from "~/platform/cache-tags.server";
import { Changes } from "~/platform/database/dialects/changes";
import { isCached, pageCache } from "./page-cache.server";
import { refreshPages } from "./page-refresh.server";

const PUBLIC = { "Cache-Control": "public, max-age=0, must-revalidate" };

/** A shop whose one product has a price, and whose pages take as long to make as the test wants. */
function aShop() {
  const changes = new Changes();
  const cache = pageCache(() => changes);
  const shop = { price: 1, made: [] as string[], hold: Promise.resolve() };
  const render = async (address: string) => {
    noteCacheTags("card-pears");
    const { price } = shop;
    shop.made.push(`${address} ${price}`);
    await shop.hold;
    return new Response(`${address} ${price}`, { headers: PUBLIC });
  };
  const look = async (address: string) => {
    const page = cache.find(address) ?? (await cache.page(address, () => render(address)));
    return isCached(page) ? page.bodies.identity.toString() : page.text();
  };
  const reprice = (price: number) => {
    shop.price = price;
    changes.announce(["card-pears"]);
  };
  const held = () => {
    const { promise, resolve } = promised();
    shop.hold = promise;
    return resolve;
  };
  return { changes, cache, shop, render, look, reprice, held };
}

function promised() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test("however many ask at once for a page that is not there, it is made once", async () => {
  const { shop, look, held } = aShop();
  const goOn = held();
  const asked = Array.from({ length: 20 }, () => look("/products"));
  goOn();
  expect(new Set(await Promise.all(asked))).toEqual(new Set(["/products 1"]));
  expect(shop.made).toEqual(["/products 1"]);
});

test("who asks after a change gets no page that was begun before it, and all of them wait for one", async () => {
  const { shop, look, reprice, held } = aShop();
  const goOn = held();
  const before = look("/products");
  reprice(2);
  shop.hold = Promise.resolve();
  const after = Array.from({ length: 20 }, () => look("/products"));
  goOn();
  expect([await before, ...new Set(await Promise.all(after))]).toEqual(["/products 1", "/products 2"]);
  expect(shop.made).toEqual(["/products 1", "/products 2"]);
});

test("a page that fails, or is nobody else's, is made for each who asks", async () => {
  const { cache, held } = aShop();
  let [made, answer] = [0, () => new Response("Good morning, Ada")];
  const goOn = held();
  const render = async () => {
    made += 1;
    await Promise.resolve(goOn());
    return answer();
  };
  const own = await Promise.all([cache.page("/", render), cache.page("/", render)]);
  expect([made, ...own.map(isCached)]).toEqual([2, false, false]);
  answer = () => {
    throw new Error("no database");
  };
  const failed = await Promise.allSettled([cache.page("/", render), cache.page("/", render)]);
  expect([made, ...failed.map(({ status }) => status)]).toEqual([4, "rejected", "rejected"]);
});

test("a page that is asked for often is made again as soon as it has changed; one that is not waits to be asked for", async () => {
  const { changes, cache, shop, look, render, reprice } = aShop();
  const stop = refreshPages(cache, changes, render);
  for (const address of ["/", "/", "/", "/products"]) await look(address);
  reprice(2);
  await vi.waitFor(() => expect(shop.made).toContain("/ 2"));
  await vi.waitFor(() => expect(cache.get("/")?.bodies.identity.toString()).toBe("/ 2"));
  expect(shop.made).toEqual(["/ 1", "/products 1", "/ 2"]);
  expect([await look("/products"), shop.made.length]).toEqual(["/products 2", 4]);
  stop();
});

test("it is made again before its minute is over, and what did not change is left alone", async () => {
  const { changes, cache, shop, look, render } = aShop();
  for (let n = 0; n < 3; n += 1) await look("/");
  expect(cache.toRefresh()).toEqual([]);
  const now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now + 55_000);
  const stop = refreshPages(cache, changes, render);
  changes.announce(["card-plums"]);
  await vi.waitFor(() => expect(shop.made).toHaveLength(2));
  clock.mockImplementation(() => now + 65_000);
  expect(await look("/")).toBe("/ 1");
  expect(shop.made).toHaveLength(2);
  clock.mockRestore();
  stop();
});
