import { expect, test } from "vitest";
import { noteCacheTags } from "~/platform/cache-tags.server";
import { Changes } from "~/platform/database/dialects/changes";
import { isCached, pageCache } from "./page-cache.server";

const PUBLIC = { "Cache-Control": "public, max-age=0, must-revalidate" };

/** A shop with one product, whose pages take as long to render as the test wants. */
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
  const hold = () => {
    const { promise, resolve } = promised();
    shop.hold = promise;
    return resolve;
  };
  return { cache, shop, look, reprice, held: hold };
}

function promised() {
  let resolve = () => {};
  const promise = new Promise<void>((finish) => {
    resolve = finish;
  });
  return { promise, resolve };
}

test("however many ask at once for a page that is not there, it is made once", async () => {
  const { shop, look, held } = aShop();
  const goOn = held();
  const requests = Array.from({ length: 20 }, () => look("/products"));
  goOn();
  expect(new Set(await Promise.all(requests))).toEqual(new Set(["/products 1"]));
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
  let [renderCount, answer] = [0, () => new Response("Good morning, Ada")];
  const goOn = held();
  const render = async () => {
    renderCount += 1;
    await Promise.resolve(goOn());
    return answer();
  };
  const responses = await Promise.all([cache.page("/", render), cache.page("/", render)]);
  expect([renderCount, ...responses.map(isCached)]).toEqual([2, false, false]);
  answer = () => {
    throw new Error("no database");
  };
  const failed = await Promise.allSettled([cache.page("/", render), cache.page("/", render)]);
  expect([renderCount, ...failed.map(({ status }) => status)]).toEqual([4, "rejected", "rejected"]);
});
