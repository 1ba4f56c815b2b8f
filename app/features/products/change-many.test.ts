import { expect, test } from "vitest";
import { variantIdOf } from "~/features/products/variants.server";
import { initialize } from "../../../tests/fixtures/checkout";
import { aCategory, aProduct, aUser, stockOf, setSold } from "../../../tests/fixtures/shop";
import { counted, everythingStored, onBothDatabases, type World } from "../../../tests/fixtures/world";

async function aStallOf(world: World, count: number) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const goods = [];
  for (let n = 0; n < count; n += 1)
    goods.push(await aProduct(world, { merchantId: merchant._id, amountCents: 333 * (n + 1), quantity: 10 }));
  const ids = goods.map(({ _id }) => _id);
  const send = (products: object[], change: object, overrides: object = {}, headers: Record<string, string> = {}) =>
    world.call("POST", "/product/manage-product/many", {
      token: merchant.token,
      body: { products, change, ...overrides },
      headers,
    });
  const change = (what: object, overrides: object = {}) =>
    send(
      ids.map((product) => ({ product })),
      what,
      overrides,
    );
  const read = async (id: string) =>
    (await world.call("GET", `/product/manage-product/${id}`, { token: merchant.token })).body.data;
  return { merchant, goods, ids, send, change, read };
}

onBothDatabases("many products at once", (world) => {
  test("prices go up by per cent, rounded as it is said, and the preview says the same and changes nothing", async () => {
    const { ids, goods, change, read } = await aStallOf(world, 2);
    await world.services.db
      .updateTable("products")
      .set({ discountType: "percentage", discountPercent: 20 })
      .where("_id", "=", ids[0] ?? "")
      .execute();
    await setSold(world.services.db, { priceCents: 266 }, ids[0] ?? "");
    const wanted = { what: "price", percent: 7.5, roundTo: "0.05" };
    const before = await everythingStored(world);
    const preview = await change(wanted, { dryRun: true });
    expect(await everythingStored(world)).toEqual(before);
    expect(preview.body.data.docs.map(({ from, to }: { from: string; to: string }) => [from, to])).toEqual([
      ["3.33", "3.60"],
      ["6.66", "7.15"],
    ]);
    const { body } = await change(wanted);
    expect(body.data).toEqual(preview.body.data);
    expect(body.data).toMatchObject({ changed: 2, unchanged: 0, refused: 0 });
    expect(await read(ids[0] ?? "")).toMatchObject({ amount: 3.6, discountedPrice: 2.88, title: goods[0]?.title });
    expect(await read(ids[1] ?? "")).toMatchObject({ amount: 7.15 });
    // Buyers see it at once.
    expect((await world.call("GET", `/product/general/${ids[1]}`)).body.data.amount).toBe(7.15);
  });

  test("the prices of fifty products change together, each in thirty sizes", async () => {
    const { ids, change, read } = await aStallOf(world, 50);
    const { db } = world.services;
    const firsts = await db.selectFrom("variants").selectAll().where("_id", "in", ids).execute();
    for (let position = 0; position < 30; position += 1) {
      const sizes = firsts.map((size) => ({
        ...size,
        _id: variantIdOf(size._id, position),
        position,
        sku: `${size.sku}-${position}`,
        name: `Size ${position}`,
      }));
      if (position === 0) await db.updateTable("variants").set({ name: "Size 0" }).where("_id", "in", ids).execute();
      else await db.insertInto("variants").values(sizes).execute();
    }
    const { answer, statements } = await counted(() => change({ what: "price", percent: 100, roundTo: "0.01" }));
    expect([answer.status, answer.body.data?.changed]).toEqual([200, 50]);
    expect(statements).toBeLessThan(40);
    const { variants } = await read(ids[49] ?? "");
    expect(variants.map(({ amount }: { amount: number }) => amount)).toEqual(Array(30).fill(333));
  });

  test("a price takes its VAT along, rounded to the cent and never above the price", async () => {
    const { ids, change, read } = await aStallOf(world, 2);
    const [jam = "", duty = ""] = ids;
    const state = (id: string, vatCents: number) => setSold(world.services.db, { vatCents }, id);
    await state(jam, 53);
    await state(duty, 666);
    await change({ what: "price", percent: -50, roundTo: "0.01" });
    // A VAT of 0.53 in 3.33 is 0.2658 in 1.67.
    expect(await read(jam)).toMatchObject({ amount: 1.67, vatAmount: 0.27 });
    expect(await read(duty)).toMatchObject({ amount: 3.33, vatAmount: 3.33 });
    await change({ what: "stock", how: "set", pieces: 3 });
    expect(await read(jam)).toMatchObject({ quantity: 3, vatAmount: 0.27 });
  });

  test("what cannot be changed is told product by product, and the others are changed all the same", async () => {
    const { merchant, ids, send, read } = await aStallOf(world, 3);
    const [fine = "", later = "", dear = ""] = ids;
    const strange = await aProduct(world);
    await setSold(world.services.db, { amountCents: 99_999_999 }, dear);
    const asked = ids.map((product) => ({ product }));
    const seen = (await send(asked, { what: "price", percent: 1 }, { dryRun: true })).body.data.docs;
    // One of them is saved meanwhile.
    await setSold(world.services.db, { sku: "OTHER" }, later);
    const products = [
      ...seen.map(({ product, version }: { product: string; version: string }) => ({ product, version })),
      { product: strange._id },
    ];
    const { status, body } = await send(products, { what: "price", percent: 1 });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ changed: 1, unchanged: 0, refused: 3 });
    expect(body.data.docs.map(({ outcome, code }: { outcome: string; code?: string }) => code ?? outcome)).toEqual([
      "changed",
      "changed_meanwhile",
      "price_out_of_range",
      "unknown_product",
    ]);
    expect([(await read(fine)).amount, (await read(later)).amount]).toEqual([3.36, 6.66]);
    expect(
      (await send([{ product: fine }], { what: "price", percent: -90, roundTo: "1.00" })).body.data.docs[0].code,
    ).toBe("price_out_of_range");
    const other = await world.services.db
      .selectFrom("products")
      .select("amountCents")
      .where("_id", "=", strange._id)
      .executeTakeFirstOrThrow();
    expect([other.amountCents, merchant._id === strange.merchantId]).toEqual([250, false]);
  });

  test("stock that is set keeps what was sold since it was seen; stock that is added never falls below nothing", async () => {
    const { ids, send } = await aStallOf(world, 2);
    const [one = "", two = ""] = ids;
    const buyer = await aUser(world);
    await initialize(world, buyer.token, [{ product: one, quantity: 3 }]);
    await send(
      ids.map((product) => ({ product, quantityBefore: 10 })),
      { what: "stock", how: "set", pieces: 50 },
    );
    expect([await stockOf(world, one), await stockOf(world, two)]).toEqual([47, 50]);
    await send([{ product: one }], { what: "stock", how: "add", pieces: -47 });
    const { body } = await send(
      ids.map((product) => ({ product })),
      { what: "stock", how: "add", pieces: -1 },
    );
    expect(body.data.docs.map(({ code }: { code?: string }) => code)).toEqual(["stock_out_of_range", undefined]);
    expect([await stockOf(world, one), await stockOf(world, two)]).toEqual([0, 49]);
  });

  test("another category waits for review where the product is on sale, and is taken at once by a draft", async () => {
    const { merchant, ids, change, send, read } = await aStallOf(world, 2);
    const [onSale = "", draft = ""] = ids;
    const bakery = await aCategory(world, "Bakery");
    expect((await change({ what: "category", category: bakery._id })).body.error[0]).toMatchObject({
      code: "not_your_category",
      field: "category",
    });
    await world.services.db
      .insertInto("storeCategories")
      .values({ userId: merchant._id, categoryId: bakery._id })
      .execute();
    await send([{ product: draft }], { what: "sale", on: false });
    const { body } = await change({ what: "category", category: bakery._id });
    expect(body.data.docs.map(({ review }: { review: boolean }) => review)).toEqual([true, false]);
    expect(await read(onSale)).toMatchObject({
      availType: "published",
      category: { title: "Vegetables" },
      waiting: { category: { title: "Bakery" } },
    });
    expect(await read(draft)).toMatchObject({ availType: "draft", category: { title: "Bakery" } });
    // A change of the price leaves the waiting change as it is.
    await change({ what: "price", percent: 10 });
    expect((await read(onSale)).waiting.category.title).toBe("Bakery");
  });

  test("off sale is a draft that nobody can buy, on sale is handed in for review, and what is on sale stays", async () => {
    const { ids, change, send, read } = await aStallOf(world, 2);
    const [first = "", second = ""] = ids;
    await send([{ product: first }], { what: "sale", on: false });
    expect((await world.call("GET", `/product/general/${first}`)).status).toBe(404);
    const { body } = await change({ what: "sale", on: true });
    expect(body.data).toMatchObject({ changed: 1, unchanged: 1 });
    expect([(await read(first)).availType, (await read(second)).availType]).toEqual(["in-review", "published"]);
  });

  test("deleted products leave the shop, and payments for them are told to end", async () => {
    const { merchant, change } = await aStallOf(world, 3);
    const told = () =>
      world.services.db.selectFrom("jobs").select("_id").where("kind", "=", "payments.off-sale").execute();
    const before = (await told()).length;
    expect((await change({ what: "delete" }, { dryRun: true })).body.data.changed).toBe(3);
    expect((await change({ what: "delete" })).body.data.changed).toBe(3);
    const { body } = await world.call("GET", "/product/manage-product", { token: merchant.token });
    expect([body.data.total, (await told()).length]).toEqual([0, before + 1]);
    expect((await change({ what: "delete" })).body.data.refused).toBe(3);
  });

  test("it is done once under its key, and costs no more statements for twenty than for two", async () => {
    const [few, many] = [await aStallOf(world, 2), await aStallOf(world, 20)];
    const raise = { what: "price", percent: 10 };
    const key = { "Idempotency-Key": "raise-them-once" };
    const of = (ids: string[]) => ids.map((product) => ({ product }));
    const first = await counted(() => few.send(of(few.ids), raise));
    const second = await counted(() => many.send(of(many.ids), raise));
    expect(second.statements).toBe(first.statements);
    const once = await many.send(of(many.ids), raise, {}, key);
    const again = await many.send(of(many.ids), raise, {}, key);
    expect(again.body).toEqual(once.body);
    expect((await many.read(many.ids[0] ?? "")).amount).toBe(4.03);
  });

  test("too many, one twice, or none are refused", async () => {
    const { ids, send } = await aStallOf(world, 1);
    const product = { product: ids[0] };
    for (const products of [
      [],
      [product, product],
      Array.from({ length: 101 }, (_, n) => ({ product: n.toString(16).padStart(24, "0") })),
    ]) {
      const { status, body } = await send(products, { what: "delete" });
      expect([status, body.error[0].field]).toEqual([422, "products"]);
    }
    for (const change of [
      { what: "price", percent: 0 },
      { what: "price", percent: 1.55 },
      { what: "price", percent: -91 },
      { what: "price", percent: 5, roundTo: "0.03" },
      { what: "stock", how: "add", pieces: 1.5 },
      { what: "burn" },
    ])
      expect([change, (await send([product], change)).status]).toEqual([change, 422]);
  });
});
