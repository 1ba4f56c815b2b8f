import { expect, test } from "vitest";
import { aProduct, aUser, setSold } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const quote = (world: World, carts: unknown) => world.call("POST", "/product/cart", { body: { carts } });
const lists = async (world: World, token: string) => (await world.call("GET", "/user/lists", { token })).body.data;
const put = (world: World, token: string, product: string, body: object) =>
  world.call("PUT", `/user/cart/${product}`, { token, body });

/** Adds `count` rows to a saved list, of products that need not exist. */
async function fill(world: World, table: "cartLines" | "wishlistLines", userId: string, count: number) {
  const rows = Array.from({ length: count }, (_, n) => ({
    userId,
    productId: (n + 1).toString(16).padStart(24, "0"),
    addedAt: world.clock.now().toISOString(),
  }));
  if (table === "cartLines")
    await world.services.db
      .insertInto("cartLines")
      .values(rows.map((row) => ({ ...row, variantId: row.productId, quantity: 1 })))
      .execute();
  else await world.services.db.insertInto("wishlistLines").values(rows).execute();
}

/** A line of a saved cart, of a product in its only size. */
const line = (product: string, quantity: number, overrides: { seen?: number } = {}) => ({
  product,
  variant: product,
  quantity,
  ...overrides,
});

onBothDatabases("what a cart comes to", (world) => {
  test("is priced with today's prices, line by line and together, to the cent", async () => {
    const [a, b] = [
      await aProduct(world, { amountCents: 1010, quantity: 100 }),
      await aProduct(world, { amountCents: 1000, priceCents: 29, discountPercent: 97 }),
    ];
    const { data } = (
      await quote(world, [
        { product: a._id, quantity: 3 },
        { product: b._id, quantity: 7 },
      ])
    ).body;
    expect(data).toMatchObject({
      cartTotal: 32.33,
      orderable: true,
      lines: [
        { productId: a._id, quantity: 3, subtotal: 30.3, problem: null },
        { productId: b._id, subtotal: 2.03 },
      ],
    });
    await setSold(world.services.db, { priceCents: 999 }, a._id);
    expect((await quote(world, [{ product: a._id, quantity: 3 }])).body.data.cartTotal).toBe(29.97);
  });

  test("a price that is another one than the buyer saw is told, old beside new, and the one that was seen is not", async () => {
    const [pears, plums] = [await aProduct(world, { amountCents: 250 }), await aProduct(world, { amountCents: 300 })];
    const lines = [
      { product: pears._id, quantity: 2, seen: 2.1 },
      { product: plums._id, quantity: 1, seen: 3 },
    ];
    const quoted = (await quote(world, lines)).body.data.lines as { was: number | null; product: { amount: number } }[];
    expect(quoted.map(({ was, product }) => [was, product.amount])).toEqual([
      [2.1, 2.5],
      [null, 3],
    ]);
  });

  test("a line that is gone, sold out or too many says so and cannot be ordered", async () => {
    const [draft, out, lowOnStock] = [
      await aProduct(world, { availType: "draft" }),
      await aProduct(world, { quantity: 0 }),
      await aProduct(world, { quantity: 2 }),
    ];
    const unknown = "0".repeat(24);
    const { data } = (
      await quote(
        world,
        [draft._id, unknown, out._id, lowOnStock._id].map((product) => ({ product, quantity: 3 })),
      )
    ).body;
    expect(data.orderable).toBe(false);
    expect(
      data.lines.map((line: { problem: string; available: number; product: unknown }) => [
        line.problem,
        line.available,
        line.product === null,
      ]),
    ).toEqual([
      ["gone", 0, true],
      ["gone", 0, true],
      ["sold-out", 0, false],
      ["too-many", 2, false],
    ]);
    expect((await quote(world, [{ product: lowOnStock._id, quantity: 2 }])).body.data.orderable).toBe(true);
  });

  test("an empty cart comes to nothing and cannot be ordered", async () => {
    expect((await quote(world, [])).body.data).toEqual({ lines: [], cartTotal: 0, orderable: false });
  });

  test.each<[unknown, string, string]>([
    ["none", "carts", "carts must be a list of { product, variant, quantity }."],
    [undefined, "carts", "carts must be a list of { product, variant, quantity }."],
    [[{ product: "0".repeat(24), quantity: 0 }], "carts.0.quantity", "Quantity must be a whole number from 1."],
    [[{ product: "0".repeat(24), quantity: -1 }], "carts.0.quantity", "Quantity must be a whole number from 1."],
    [[{ product: "0".repeat(24), quantity: 1.5 }], "carts.0.quantity", "Quantity must be a whole number from 1."],
    [[{ product: "0".repeat(24), quantity: 10_000 }], "carts.0.quantity", "Quantity can be at most 9999."],
    [[{ product: "0".repeat(24), quantity: "2" }], "carts.0.quantity", "Quantity must be a whole number from 1."],
    [[{ product: "x", quantity: 1 }], "carts.0.product", "That is not an id."],
    [[{ quantity: 1 }], "carts.0.product", "An id is required."],
    [["x"], "carts.0", "This must be an object with named fields."],
    [
      Array.from({ length: 51 }, (_, n) => ({ product: n.toString().padStart(24, "0"), quantity: 1 })),
      "carts",
      "A cart can hold at most 50 products.",
    ],
    [
      [
        { product: "0".repeat(24), quantity: 1 },
        { product: "0".repeat(24), quantity: 2 },
      ],
      "carts",
      "Each size of a product can stand in the cart once.",
    ],
  ])("%.80j is refused", async (carts, field, message) => {
    const refusal = await quote(world, carts);
    expect(refusal.status).toBe(422);
    expect(refusal.body.error).toContainEqual({ field, message, code: expect.any(String) });
  });
});

onBothDatabases("the saved cart and wishlist", (world) => {
  test("setting, adding and removing", async () => {
    const buyer = await aUser(world);
    const [a, b] = [await aProduct(world), await aProduct(world)];
    await put(world, buyer.token, a._id, { quantity: 2 });
    world.clock.forward(1);
    await put(world, buyer.token, b._id, { add: 1 });
    await put(world, buyer.token, a._id, { add: 3 });
    expect((await lists(world, buyer.token)).carts).toEqual([line(a._id, 5), line(b._id, 1)]);
    await put(world, buyer.token, a._id, { quantity: 4 });
    expect((await world.call("DELETE", `/user/cart/${b._id}`, { token: buyer.token })).body.data.carts).toEqual([
      line(a._id, 4),
    ]);
    expect((await world.call("DELETE", "/user/cart", { token: buyer.token })).body.data.carts).toEqual([]);
    expect((await world.call("DELETE", `/user/cart/${b._id}`, { token: buyer.token })).status).toBe(200);
  });

  test("adding at the same time loses nothing, and never goes over what a line can hold", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world);
    await Promise.all(Array.from({ length: 20 }, () => put(world, buyer.token, product._id, { add: 1 })));
    expect((await lists(world, buyer.token)).carts).toEqual([line(product._id, 20)]);
    await put(world, buyer.token, product._id, { add: 9999 });
    expect((await lists(world, buyer.token)).carts[0].quantity).toBe(9999);
  });

  test("a wish is kept once, the newest first", async () => {
    const buyer = await aUser(world);
    const [a, b] = [await aProduct(world), await aProduct(world)];
    for (const product of [a, b, a]) {
      await world.call("PUT", `/user/wishlist/${product._id}`, { token: buyer.token });
      world.clock.forward(1);
    }
    expect((await lists(world, buyer.token)).wishlist).toEqual([b._id, a._id]);
    expect((await world.call("DELETE", `/user/wishlist/${b._id}`, { token: buyer.token })).body.data.wishlist).toEqual([
      a._id,
    ]);
  });

  test("merging keeps the larger quantity, what only one side has, and the order in which the visitor picked", async () => {
    const buyer = await aUser(world);
    const products = [];
    for (let n = 0; n < 5; n += 1) products.push((await aProduct(world))._id);
    const [a, b, c, d, e] = products as [string, string, string, string, string];
    await put(world, buyer.token, a, { quantity: 2 });
    await put(world, buyer.token, b, { quantity: 7 });
    world.clock.forward(60);
    const visitor = {
      carts: [
        { product: e, quantity: 1 },
        { product: b, quantity: 3 },
        { product: a, quantity: 5 },
        { product: c, quantity: 1 },
      ],
      wishlist: [e, c, d, a],
    };
    const merged = (await world.call("POST", "/user/lists", { token: buyer.token, body: visitor })).body.data;
    expect(
      merged.carts.map((one: { product: string; quantity: number }) => [one.product, one.quantity]).toSorted(),
    ).toEqual(
      [
        [a, 5],
        [b, 7],
        [c, 1],
        [e, 1],
      ].toSorted(),
    );
    expect(merged.carts.slice(2)).toEqual([line(e, 1), line(c, 1)]);
    expect(merged.wishlist).toEqual([e, c, d, a]);
    expect((await world.call("POST", "/user/lists", { token: buyer.token, body: visitor })).body.data).toEqual(merged);
    expect(await lists(world, buyer.token)).toEqual(merged);
  });

  test("merging drops what never existed, and what does not fit", async () => {
    const buyer = await aUser(world);
    const [a, b] = [await aProduct(world), await aProduct(world)];
    await fill(world, "cartLines", buyer._id, 49);
    await fill(world, "wishlistLines", buyer._id, 49);
    const body = {
      carts: [
        { product: "f".repeat(24), quantity: 1 },
        { product: a._id, quantity: 1 },
        { product: b._id, quantity: 1 },
      ],
      wishlist: ["f".repeat(24), b._id, a._id],
    };
    const merged = (await world.call("POST", "/user/lists", { token: buyer.token, body })).body.data;
    expect([merged.carts.length, merged.wishlist.length]).toEqual([50, 50]);
    expect([merged.carts.at(-1).product, merged.wishlist[0]]).toEqual([a._id, b._id]);
  });

  test("fifty products fit; the next is refused and changes nothing", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world);
    await fill(world, "cartLines", buyer._id, 50);
    await fill(world, "wishlistLines", buyer._id, 50);
    const [cart, wishlist] = [
      await put(world, buyer.token, product._id, { quantity: 1 }),
      await world.call("PUT", `/user/wishlist/${product._id}`, { token: buyer.token }),
    ];
    expect([cart.status, cart.body.error[0].code, cart.body.error[0].message]).toEqual([
      409,
      "cart_full",
      "A cart can hold at most 50 products. Please order or remove some first.",
    ]);
    expect([wishlist.status, wishlist.body.error[0].code]).toEqual([409, "wishlist_full"]);
    expect(await lists(world, buyer.token)).toMatchObject({ carts: { length: 50 }, wishlist: { length: 50 } });
  });

  test("unknown products and wrong quantities are refused", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world);
    for (const method of ["cart", "wishlist"]) {
      const refusal = await world.call("PUT", `/user/${method}/${"0".repeat(24)}`, {
        token: buyer.token,
        body: { quantity: 1 },
      });
      expect([refusal.status, refusal.body.error[0].code]).toEqual([404, "unknown_product"]);
    }
    for (const body of [{}, { quantity: 0 }, { quantity: 1.5 }, { add: -1 }, { add: "2" }, { quantity: null }, []]) {
      const refusal = await put(world, buyer.token, product._id, body);
      expect([refusal.status, refusal.body.error[0].message]).toEqual([
        422,
        expect.stringMatching(/^(Send quantity or add, a|Quantity must be a) whole number from 1\.$/),
      ]);
    }
    expect((await put(world, buyer.token, "x", { quantity: 1 })).body.error[0]).toMatchObject({
      field: "product",
      message: "That is not an id.",
    });
    expect((await lists(world, buyer.token)).carts).toEqual([]);
  });

  test("nobody sees or changes another's lists", async () => {
    const [owner, stranger] = [await aUser(world), await aUser(world)];
    const product = await aProduct(world);
    await put(world, owner.token, product._id, { quantity: 2 });
    await world.call("DELETE", "/user/cart", { token: stranger.token });
    expect([(await lists(world, owner.token)).carts.length, (await lists(world, stranger.token)).carts.length]).toEqual(
      [1, 0],
    );
  });
});

onBothDatabases("a cart changed line by line at once", (world) => {
  test("sets what is in it, keeps the price at which a line was seen, and brings nothing back", async () => {
    const { token } = await aUser(world);
    const [pears, plums, quinces] = [await aProduct(world), await aProduct(world), await aProduct(world)];
    await put(world, token, pears._id, { add: 1, seen: 2.1 });
    world.clock.forward(1);
    await put(world, token, plums._id, { add: 1 });
    const body = {
      carts: [
        { product: pears._id, quantity: 4 },
        { product: plums._id, quantity: 2, seen: 3 },
        { product: quinces._id, quantity: 9 },
      ],
    };
    expect((await world.call("PUT", "/user/cart", { token, body })).status).toBe(200);
    expect((await lists(world, token)).carts).toEqual([
      line(pears._id, 4, { seen: 2.1 }),
      line(plums._id, 2, { seen: 3 }),
    ]);
  });

  test("what a visitor saw counts after signing in", async () => {
    const { token } = await aUser(world);
    const pears = await aProduct(world);
    await put(world, token, pears._id, { add: 5, seen: 2.1 });
    await world.call("POST", "/user/lists", {
      token,
      body: { carts: [{ product: pears._id, quantity: 1, seen: 2.4 }] },
    });
    expect((await lists(world, token)).carts).toEqual([line(pears._id, 5, { seen: 2.4 })]);
  });
});
