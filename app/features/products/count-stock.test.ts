import { expect, test } from "vitest";
import { releaseHold } from "~/features/checkout/hold-stock.server";
import { initialize } from "../../../tests/fixtures/checkout";
import { aCategory, aUser, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const PATH = "/product/manage-product";

/** A crate with a stock of 44 on sale, added through the service, and the places where its stock is typed. */
async function aCrate(world: World) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const { _id: category } = await aCategory(world, "Fruit");
  await world.services.db
    .insertInto("storeCategories")
    .values({ userId: merchant._id, categoryId: category })
    .execute();
  const payload = {
    title: "Apples of the hill",
    description: "Picked at dawn and sold the same day.",
    amount: "2.00",
    sku: "FRU-1",
    barcode: "2900000000017",
    category,
  };
  const { token } = merchant;
  const call: World["call"] = (...request) => {
    // Each request comes a second after the last, because events of one millisecond have no order.
    world.clock.forward(1);
    return world.call(...request);
  };
  const product = (await call("POST", PATH, { token, body: { ...payload, quantity: 44 } })).body.data._id as string;
  await world.services.db
    .updateTable("products")
    .set({ availType: "published", isPublic: 1 })
    .where("_id", "=", product)
    .execute();
  const read = async () => {
    const answer = await call("GET", `${PATH}/${product}`, { token });
    const { quantity, stockVersion } = answer.body.data as { quantity: number; stockVersion: number };
    return { quantity, stockVersion, etag: answer.headers.get("ETag") ?? "" };
  };
  type Seen = Awaited<ReturnType<typeof read>>;
  const put = async (quantity: number, count: object, headers: Record<string, string> = {}) => {
    const body = { ...payload, availType: "published", quantity, ...count };
    return call("PUT", `${PATH}?product=${product}`, { token, headers, body });
  };
  const refusal = ({ status, body }: { status: number; body: any }) =>
    status === 412 ? body.error[0].code : (body.data.docs?.[0].code ?? "saved");
  /** Each place where a figure is typed, for a page that showed `version`. Returns "saved" or the refusal's code. */
  const places: Record<string, (quantity: number, version: Seen) => Promise<string>> = {
    "the editor": async (quantity, { quantity: quantityBefore, stockVersion }) =>
      refusal(await put(quantity, { quantityBefore, stockVersion })),
    "a program with If-Match": async (quantity, { quantity: quantityBefore, etag }) =>
      refusal(await put(quantity, { quantityBefore }, { "If-Match": etag })),
    "a program that says what it has seen": async (quantity, { quantity: quantityBefore }) =>
      refusal(await put(quantity, { quantityBefore })),
    "the stock page": async (quantity, { quantity: quantityBefore, stockVersion }) =>
      refusal(
        await call("PUT", `${PATH}/stock`, {
          token,
          body: { products: [{ product, quantity, quantityBefore, stockVersion }] },
        }),
      ),
    "many at once": async (quantity, { quantity: quantityBefore, etag }) =>
      refusal(
        await call("POST", `${PATH}/many`, {
          token,
          body: {
            products: [{ product, quantityBefore, version: etag }],
            change: { what: "stock", how: "set", pieces: quantity },
          },
        }),
      ),
  };
  const hold = async (pieces: number) => {
    const { token: buyer } = await aUser(world);
    world.clock.forward(1);
    return (await initialize(world, buyer, [{ product, quantity: pieces }])).body.payment.orderId as string;
  };
  return { product, read, put, places, hold };
}

const PLACES = [
  "the editor",
  "a program with If-Match",
  "a program that says what it has seen",
  "the stock page",
  "many at once",
];

onBothDatabases("a count of a product's stock", (world) => {
  test.each(PLACES)("of two people who both type 34 into %s leaves 34", async (place) => {
    const { product, read, places } = await aCrate(world);
    const version = await read();
    expect(await places[place]?.(34, version)).toBe("saved");
    const second = await places[place]?.(34, version);
    // A request whose If-Match names an older version is refused, even if the figures agree.
    expect(second).toBe(
      place === "a program with If-Match" || place === "many at once" ? "changed_meanwhile" : "saved",
    );
    expect(await stockOf(world, product)).toBe(34);
  });

  test.each(PLACES)("that differs from another count since is asked back in %s, and changes nothing", async (place) => {
    const { product, read, places } = await aCrate(world);
    const version = await read();
    expect(await places[place]?.(34, version)).toBe("saved");
    expect(await places[place]?.(30, version)).toBe("changed_meanwhile");
    expect(await stockOf(world, product)).toBe(34);
    expect(await places[place]?.(30, await read())).toBe("saved");
    expect(await stockOf(world, product)).toBe(30);
  });

  test.each(PLACES)("in %s: what was sold or held since is taken off, and what came back is added", async (place) => {
    const { product, read, places, hold } = await aCrate(world);
    const earlier = await hold(4);
    const version = await read();
    expect(version.quantity).toBe(40);
    await hold(3);
    expect(await places[place]?.(30, version)).toBe("saved");
    expect(await stockOf(world, product)).toBe(27);
    const later = await read();
    await releaseHold(world.services, earlier);
    expect(await stockOf(world, product)).toBe(31);
    // If a program names no version, the service cannot tell the end of a hold from a count.
    if (place === "a program that says what it has seen") return;
    expect(await places[place]?.(20, later)).toBe("saved");
    expect(await stockOf(world, product)).toBe(24);
  });

  test("says both figures, at the field of the stock", async () => {
    const { read, put } = await aCrate(world);
    const { quantity: quantityBefore, stockVersion } = await read();
    await put(34, { quantityBefore, stockVersion });
    const { body } = await put(30, { quantityBefore, stockVersion });
    expect(body.error[0]).toMatchObject({ code: "changed_meanwhile", field: "quantity" });
    expect(body.error[0].message).toContain("You typed 30; now it is 34.");
    expect(body.versions).toMatchObject({ current: { quantity: 34 }, sent: { quantity: 30 } });
  });

  test("is told from a page whose figure was left alone: that counts nothing, whoever counted since", async () => {
    const { product, read, put } = await aCrate(world);
    const { quantity, stockVersion } = await read();
    await put(34, { quantityBefore: quantity, stockVersion });
    expect((await put(quantity, { quantityBefore: quantity, stockVersion })).status).toBe(200);
    expect(await stockOf(world, product)).toBe(34);
  });

  test("by eight people at once is one count, whichever came first, while goods are sold", async () => {
    const { product, read, places, hold } = await aCrate(world);
    const version = await read();
    const figures = [31, 32, 33, 34, 35, 36, 37, 38];
    const [answers] = await Promise.all([
      Promise.all(figures.map((quantity) => places["the stock page"]?.(quantity, version))),
      hold(2),
      hold(1),
    ]);
    const first = figures.filter((_, place) => answers[place] === "saved");
    expect(first).toHaveLength(1);
    expect(await stockOf(world, product)).toBe((first[0] ?? 0) - 3);
  });
});
