import { expect, onTestFinished, test, vi } from "vitest";
import { initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { settled } from "../../../tests/fixtures/settled";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { anOrderOfTwo, bought } from "../../../tests/fixtures/books";
import { inTransaction } from "~/platform/database/database.server";
import { Changes } from "~/platform/database/dialects/changes";
import { isCached, pageCache, type CachedPage } from "./page-cache.server";

const PUBLIC = { "Cache-Control": "public, max-age=0, must-revalidate" };

/**
 * A visitor who gets pages as from the server: from the cache, or rendered. They show the same data of stock and price
 * as the real ones.
 */
function aVisitor(world: World) {
  const cache = pageCache(() => world.services.dialect.changes());
  let rendered = 0;
  const look = async (address: string): Promise<string> => {
    const canonical = cache.keyOf(address);
    const page =
      cache.get(canonical) ??
      (await cache.page(canonical, () => {
        rendered += 1;
        return render(world, canonical);
      }));
    return isCached(page) ? textOf(page) : "not kept";
  };
  /** Visits the addresses and returns how many pages had to be rendered. */
  const rendersOf = async (addresses: string[]): Promise<number> => {
    const before = rendered;
    for (const address of addresses) await look(address);
    return rendered - before;
  };
  return { look, rendersOf };
}

const textOf = (page: CachedPage) => page.bodies.identity.toString();

async function render(world: World, address: string): Promise<Response> {
  const productId = /^\/products\/(\w+)/.exec(address)?.[1];
  if (!productId) {
    const { docs, total } = (await world.call("GET", "/product/general")).body.data;
    return new Response(
      JSON.stringify([
        total,
        docs.map((doc: { title: string; amount: number; quantity: number }) => [
          doc.title,
          doc.amount,
          doc.quantity > 0,
        ]),
      ]),
      { headers: PUBLIC },
    );
  }
  const { data } = (await world.call("GET", `/product/general/${productId}`)).body;
  return new Response(
    JSON.stringify(data ? [data.title, data.amount, data.quantity > 20 ? "many" : data.quantity] : "gone"),
    { headers: PUBLIC },
  );
}

onBothDatabases("kept pages", (world) => {
  test("are the same to everybody until a product sells out, and then true at once", async () => {
    const [scarce, plentiful] = [
      await aProduct(world, { title: "Quince", quantity: 2 }),
      await aProduct(world, { title: "Pear", quantity: 90 }),
    ];
    const { look, rendersOf } = aVisitor(world);
    const pages = ["/products", `/products/${scarce._id}`, `/products/${plentiful._id}`];
    const buyer = await aUser(world);
    await settled(world);
    expect([await rendersOf(pages), await rendersOf(pages)]).toEqual([3, 0]);
    await bought(world, buyer.token, [[scarce._id, 2]]);
    expect([await look("/products"), await look(`/products/${scarce._id}`)]).toEqual([
      JSON.stringify([
        2,
        [
          ["Pear", 2.5, true],
          ["Quince", 2.5, false],
        ],
      ]),
      JSON.stringify(["Quince", 2.5, 0]),
    ]);
  });

  test("stay when an order takes of what there is plenty of", async () => {
    const product = await aProduct(world, { quantity: 90 });
    const pages = ["/products", `/products/${product._id}`];
    const [{ rendersOf }, buyer] = [aVisitor(world), await aUser(world)];
    await settled(world);
    await rendersOf(pages);
    await bought(world, buyer.token, [[product._id, 5]]);
    await settled(world);
    expect(await rendersOf(pages)).toBe(0);
  });

  test("of other products and of lists stay when one gets scarcer, whose own page is true at once", async () => {
    const [scarce, plentiful] = [
      await aProduct(world, { title: "Quince", quantity: 22 }),
      await aProduct(world, { quantity: 90 }),
    ];
    const [{ look, rendersOf }, buyer] = [aVisitor(world), await aUser(world)];
    await settled(world);
    await rendersOf(["/products", `/products/${plentiful._id}`, `/products/${scarce._id}`]);
    await bought(world, buyer.token, [[scarce._id, 2]]);
    expect(await look(`/products/${scarce._id}`)).toBe(JSON.stringify(["Quince", 2.5, 20]));
    await bought(world, buyer.token, [[scarce._id, 1]]);
    expect(await look(`/products/${scarce._id}`)).toBe(JSON.stringify(["Quince", 2.5, 19]));
    await settled(world);
    expect(await rendersOf(["/products", `/products/${plentiful._id}`])).toBe(0);
  });

  test("know what came back into stock: a checkout given up, an order cancelled", async () => {
    const [product, buyer] = [await aProduct(world, { title: "Quince", quantity: 1 }), await aUser(world)];
    const plentiful = await aProduct(world);
    const { look } = aVisitor(world);
    await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
    await settled(world);
    expect(await look("/products")).toContain("false");
    await initialize(world, buyer.token, [{ product: plentiful._id, quantity: 1 }]);
    expect([await look("/products"), await look(`/products/${product._id}`)]).toEqual([
      expect.not.stringContaining("false"),
      JSON.stringify(["Quince", 2.5, 1]),
    ]);

    const { orchard, apples, orderId } = await anOrderOfTwo(world);
    expect(await look(`/products/${apples._id}`)).toBe(JSON.stringify(["Apples", 4.2, 8]));
    await world.call("POST", `/product/order/merchant/${orderId}/cancel`, {
      token: orchard.token,
      body: { reason: "Rotten" },
    });
    expect(await look(`/products/${apples._id}`)).toBe(JSON.stringify(["Apples", 4.2, 10]));
  });

  test("know of a restock from a few to many at once, and stay when many become more", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const product = await aProduct(world, { merchantId: merchant._id, title: "Quince", quantity: 10 });
    const { look, rendersOf } = aVisitor(world);
    const address = `/products/${product._id}`;
    const restock = (quantity: number) =>
      world.call("PUT", "/product/manage-product/stock", {
        token: merchant.token,
        body: { products: [{ product: product._id, quantity }] },
      });
    await settled(world);
    expect(await look(address)).toBe(JSON.stringify(["Quince", 2.5, 10]));
    expect((await restock(50)).status).toBe(200);
    expect(await look(address)).toBe(JSON.stringify(["Quince", 2.5, "many"]));
    await settled(world);
    await look(address);
    await restock(90);
    await settled(world);
    expect(await rendersOf([address])).toBe(0);
  });

  test("know a new price and a deletion at once", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const product = await aProduct(world, { merchantId: merchant._id, title: "Quince" });
    const { look } = aVisitor(world);
    await look("/products");
    await inTransaction(world.services.db, async (trx) => {
      await trx.updateTable("products").set({ priceCents: 199 }).where("_id", "=", product._id).execute();
      await world.services.dialect.announceChange(trx);
    });
    expect(await look("/products")).toBe(JSON.stringify([1, [["Quince", 1.99, true]]]));
    expect(
      (await world.call("DELETE", `/product/manage-product?product=${product._id}`, { token: merchant.token })).status,
    ).toBeLessThan(300);
    expect([await look("/products"), await look(`/products/${product._id}`)]).toEqual(["[0,[]]", '"gone"']);
  });

  test("stay when somebody joins the newsletter, writes to us, signs in, or changes an account without a shop", async () => {
    await aProduct(world);
    const [buyer, merchant] = [await aUser(world), await aUser(world, { privilege: "merchant" })];
    const { rendersOf } = aVisitor(world);
    await settled(world);
    await rendersOf(["/products"]);
    const results = [
      await world.call("POST", "/newsletter", { body: { email: "ada@example.com" } }),
      await world.call("PUT", "/user", { token: buyer.token, form: formWith("firstName", "Ada") }),
      await world.call("PUT", "/user", { token: merchant.token, form: formWith("firstName", "Ada") }),
    ];
    expect(results.map(({ status }) => status < 300)).toEqual([true, true, true]);
    await settled(world);
    expect(await rendersOf(["/products"])).toBe(0);
  });

  test("that were begun before a change and ready after it are not kept", async () => {
    const product = await aProduct(world, { title: "Quince", quantity: 90 });
    const cache = pageCache(() => world.services.dialect.changes());
    const page = await cache.page("/products", async () => {
      const old = await render(world, "/products");
      await inTransaction(world.services.db, async (trx) => {
        await trx.updateTable("products").set({ priceCents: 199 }).where("_id", "=", product._id).execute();
        await world.services.dialect.announceChange(trx);
      });
      return old;
    });
    expect(isCached(page) && textOf(page)).toContain("2.5");
    expect(cache.get("/products")).toBeUndefined();
  });

  test("are one page for all links to it, and another for whatever else it reads of its address", async () => {
    const product = await aProduct(world, { quantity: 90 });
    const [{ rendersOf }, one] = [aVisitor(world), `/products/${product._id}`];
    await settled(world);
    expect(
      await rendersOf([
        "/products?q=a&page=2",
        "/products?utm_source=letter&page=2&q=a",
        "/products?page=2&q=a&fbclid=x",
        "/products?page=2&q=a&",
      ]),
    ).toBe(1);
    expect(
      await rendersOf([
        "/products?q=b&page=2",
        "/products?q=a&page=3",
        "/products?q=a&q=b&page=2",
        "/products?q=b&q=a&page=2",
        "/products?q=a%26page%3D2",
        "/products?Q=a&page=2",
        "/products?q=a+b",
        "/products?q=a%2Bb",
      ]),
    ).toBe(8);
    expect(await rendersOf([one, `${one}?utm_source=letter`, `${one}?picture=2`, `${one}?quantity=2`])).toBe(3);
  });
});

onBothDatabases("a page that is not for everybody", (world) => {
  test.each([
    ["sets a cookie", { headers: { ...PUBLIC, "Set-Cookie": "authToken=hers; Path=/; HttpOnly" } }],
    ["sets a cookie that is empty", { headers: { ...PUBLIC, "Set-Cookie": "notice=; Max-Age=0" } }],
    ["is private", { headers: { "Cache-Control": "private, max-age=0" } }],
    ["must not be stored", { headers: { "Cache-Control": "no-store" } }],
    ["says nothing of caches", { headers: {} }],
    ["was not found", { status: 404, headers: PUBLIC }],
    ["failed", { status: 500, headers: PUBLIC }],
  ])("because it %s is never answered to the next visitor", async (_why, init) => {
    const cache = pageCache(() => world.services.dialect.changes());
    const answer = new Response("Good morning, Ada", init);
    expect(await cache.page("/", async () => answer)).toBe(answer);
    expect(cache.get("/")).toBeUndefined();
    // The requester still gets it, with its cookie.
    expect([await answer.text(), answer.headers.get("Set-Cookie")]).toEqual([
      "Good morning, Ada",
      new Headers(init.headers).get("Set-Cookie"),
    ]);
  });

  test("leaves what is kept of the same address as it was", async () => {
    const cache = pageCache(() => world.services.dialect.changes());
    await settled(world);
    await cache.page("/", async () => new Response("Good morning", { headers: PUBLIC }));
    const hers = { headers: { ...PUBLIC, "Set-Cookie": "authToken=hers" } };
    await cache.page("/", async () => new Response("Good morning, Ada", hers));
    expect(cache.get("/")?.bodies.identity.toString()).toBe("Good morning");
    expect(cache.get("/")?.headers.map(([name]) => name)).not.toContain("set-cookie");
  });
});

test("an address that nobody has named keeps every word of it", () => {
  const { keyOf } = pageCache(() => {
    throw new Error("not asked");
  });
  for (const address of [
    "/login?redirect_uri=/customer&utm_source=x",
    "/products.data?_routes=a",
    "/PRODUCTS?utm_source=x",
    "//products?utm_source=x",
    "/products/?utm_source=x",
  ])
    expect(keyOf(address)).toBe(address);
  expect([keyOf("/?utm_source=x"), keyOf("/about?q=a"), keyOf("/?categories=2&x=%zz")]).toEqual([
    "/",
    "/about",
    "/?categories=2",
  ]);
});

function formWith(field: string, value: string): FormData {
  const form = new FormData();
  form.set(field, value);
  return form;
}

test("while the database is away a page of less than an hour ago is shown, and no older one", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const changes = new Changes();
  const cache = pageCache(() => changes);
  const answer = (status: number) => () => Promise.resolve(new Response("Apples", { status, headers: PUBLIC }));
  const look = async () => {
    const page = await cache.page("/products", answer(503));
    return isCached(page) ? textOf(page) : page.status;
  };
  expect(await look()).toBe(503);
  await cache.page("/products", answer(200));
  vi.advanceTimersByTime(60 * 60_000 - 1);
  expect(await look()).toBe("Apples");
  vi.advanceTimersByTime(1);
  expect(await look()).toBe(503);
  vi.advanceTimersByTime(24 * 60 * 60_000);
  expect(await look()).toBe(503);
});

test("a page that is kept holds no more memory than its own bytes", async () => {
  const changes = new Changes();
  const page = await pageCache(() => changes).page(
    "/",
    async () => new Response("An apple a day", { headers: PUBLIC }),
  );
  const bodies = isCached(page) ? Object.values(page.bodies) : [];
  expect(bodies.map((bytes) => bytes.buffer.byteLength)).toEqual(bodies.map((bytes) => bytes.length));
  expect(bodies).toHaveLength(3);
});

test("addresses that are long and many take no more of the cache than they take of memory", async () => {
  const changes = new Changes();
  // The cache's share in the smallest process: 3 MB.
  const cache = pageCache(() => changes, 1);
  const addressOf = (n: number) => `/about.data?_routes=none&x=${n}${"x".repeat(7600)}`;
  for (let n = 0; n < 400; n += 1)
    await cache.page(addressOf(n), () => Promise.resolve(new Response("[{}]", { headers: PUBLIC })));
  expect(cache.get(addressOf(399))).toBeDefined();
  // 400 entries take 15 KB each for the address, and the fixed size of an entry.
  expect(cache.get(addressOf(0))).toBeUndefined();
});
