import { expect, test } from "vitest";
import { aCategory, aProduct } from "../../../tests/fixtures/shop";
import { list, titles, type ListedProduct } from "../../../tests/fixtures/public-list";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

async function hide(world: World, id: string) {
  const { db, dialect } = world.services;
  await db.updateTable("products").set({ isPublic: 0, availType: "draft" }).where("_id", "=", id).execute();
  await dialect.announceChange(db);
}

onBothDatabases("the public list", (world) => {
  test("a category is named by its title in any case or by its id; an unknown one is empty", async () => {
    const category = await aCategory(world, "Crème & Fraîche");
    await aProduct(world, { title: "Butter", categoryTitle: "Crème & Fraîche" });
    await aProduct(world, { title: "Leek" });
    for (const categoryId of ["Crème & Fraîche", "creme & FRAICHE", category._id])
      expect(await titles(world, { categoryId })).toEqual(["Butter"]);
    expect((await list(world, { categoryId: "No such thing" })).body.data).toEqual({
      docs: [],
      page: 1,
      hasNextPage: false,
      total: 0,
    });
    expect(await titles(world, { categoryId: category._id, q: "leek" })).toEqual([]);
  });

  test("newest come first, or the dearest; what is equally dear comes newest first", async () => {
    for (const [title, amountCents] of [
      ["A", 300],
      ["B", 900],
      ["C", 300],
      ["D", 1000],
    ] as const)
      await aProduct(world, { title, amountCents });
    expect(await titles(world, {})).toEqual(["D", "C", "B", "A"]);
    expect(await titles(world, { sort: "latest" })).toEqual(["D", "C", "B", "A"]);
    expect(await titles(world, { sort: "price" })).toEqual(["D", "B", "C", "A"]);
  });

  test("a page has ten, the next begins where it ends, and the total is that of all", async () => {
    const made = [];
    for (let n = 0; n < 23; n += 1) made.unshift((await aProduct(world))._id);
    const pages = [];
    for (const page of ["1", "2", "3", "4"]) pages.push((await list(world, { page })).body.data);
    expect(pages.map(({ docs, page, hasNextPage, total }) => [docs.length, page, hasNextPage, total])).toEqual([
      [10, 1, true, 23],
      [10, 2, true, 23],
      [3, 3, false, 23],
      [0, 4, false, 23],
    ]);
    expect(pages.flatMap(({ docs }) => docs.map((doc: ListedProduct) => doc._id))).toEqual(made);
    const together = (await list(world, { page: "3", from: "2" })).body.data;
    expect([together.docs.map((doc: ListedProduct) => doc._id), together.page, together.hasNextPage]).toEqual([
      made.slice(10),
      3,
      false,
    ]);
    expect((await list(world, { page: "2", from: "1" })).body.data).toMatchObject({
      page: 2,
      hasNextPage: true,
      total: 23,
      docs: { length: 20 },
    });
    expect((await list(world, { page: "1", from: "9" })).body.data.docs).toHaveLength(10);
  });

  test("twenty pages at most come at once", async () => {
    const first = await aProduct(world);
    const { seq: _, ...row } = await world.services.db
      .selectFrom("products")
      .selectAll()
      .where("_id", "=", first._id)
      .executeTakeFirstOrThrow();
    await world.services.db
      .insertInto("products")
      .values(
        Array.from({ length: 229 }, (_, n) => ({ ...row, _id: n.toString(16).padStart(24, "0"), sku: `bulk-${n}` })),
      )
      .execute();
    await world.services.dialect.announceChange(world.services.db);
    const { docs, page } = (await list(world, { page: "22", from: "1" })).body.data;
    expect([docs.length, page, new Set(docs.map((doc: ListedProduct) => doc._id)).size]).toEqual([200, 22, 200]);
  });

  test("drafts, products in review and deleted ones are nowhere", async () => {
    const now = world.clock.now().toISOString();
    const hidden = [
      await aProduct(world, { availType: "draft" }),
      await aProduct(world, { availType: "in-review" }),
      await aProduct(world, { isPublic: 0 }),
      await aProduct(world, { isPublic: 0, deletedAt: now }),
    ];
    expect((await list(world)).body.data).toMatchObject({ docs: [], total: 0 });
    expect(await titles(world, { q: "product" })).toEqual([]);
    expect(
      (await world.call("GET", `/product/general?ids=${hidden.map((product) => product._id).join()}`)).body.data.docs,
    ).toEqual([]);
    for (const product of hidden) {
      const refusal = await world.call("GET", `/product/general/${product._id}`);
      expect([refusal.status, refusal.body.error[0].code]).toEqual([404, "unknown_product"]);
    }
    expect((await world.call("GET", "/product/sitemap")).body.data.docs).toEqual([]);
    expect((await world.call("GET", "/category")).body.data.docs[0].products).toBe(0);
  });

  test("counts and lists know at once that a product was hidden, and shown again", async () => {
    const [leek, kale] = [await aProduct(world, { title: "Leek" }), await aProduct(world, { title: "Kale" })];
    const seen = async () => [
      (await list(world)).body.data.total,
      (await list(world, { q: "leek" })).body.data.total,
      (await world.call("GET", "/category")).body.data.docs[0].products,
    ];
    expect(await seen()).toEqual([2, 1, 2]);
    await hide(world, leek._id);
    expect(await seen()).toEqual([1, 0, 1]);
    expect((await world.call("GET", `/product/general/${leek._id}`)).status).toBe(404);
    await world.services.db.updateTable("products").set({ isPublic: 1 }).where("_id", "=", leek._id).execute();
    await world.services.dialect.announceChange(world.services.db);
    expect(await seen()).toEqual([2, 1, 2]);
    expect(await titles(world, {})).toEqual([kale.title, "Leek"]);
  });

  test("chosen ids come in the order they were asked for, once each", async () => {
    const [a, b] = [await aProduct(world), await aProduct(world)];
    const { data } = (await list(world, { ids: [b._id, "nonsense", a._id, b._id, "0".repeat(24)].join(",") })).body;
    expect(data).toMatchObject({ docs: [{ _id: b._id }, { _id: a._id }], total: 2, page: 1, hasNextPage: false });
  });

  test("a discounted product shows both prices; amounts are exact dollars", async () => {
    const plain = await aProduct(world, { amountCents: 1999 });
    const off = await aProduct(world, {
      amountCents: 1000,
      priceCents: 807,
      discountType: "percentage",
      discountPercent: 19,
    });
    const [shown, plainly] = [
      (await world.call("GET", `/product/general/${off._id}`)).body.data,
      (await world.call("GET", `/product/general/${plain._id}`)).body.data,
    ];
    expect(shown).toMatchObject({ amount: 8.07, originalPrice: 10, discountedPrice: 8.07, discount: 19 });
    expect(plainly).toMatchObject({ amount: 19.99, discount: 0 });
    expect(plainly).not.toHaveProperty("originalPrice");
  });

  test("related are up to four others of the same category, newest first", async () => {
    const made = [];
    for (let n = 0; n < 6; n += 1) made.push(await aProduct(world, { categoryTitle: "Fruit" }));
    await aProduct(world, { categoryTitle: "Bakery" });
    const drafts = await aProduct(world, { categoryTitle: "Fruit", availType: "draft" });
    const { related } = (await world.call("GET", `/product/general/${made[4]?._id}`)).body;
    expect(related.map((doc: ListedProduct) => doc._id)).toEqual(
      [made[5], made[3], made[2], made[1]].map((product) => product?._id),
    );
    expect(related.map((doc: ListedProduct) => doc._id)).not.toContain(drafts._id);
  });

  test("categories come twenty a page, in the operator's order or by how much they offer", async () => {
    for (let n = 0; n < 23; n += 1) await aCategory(world, `Category ${n}`);
    await aProduct(world, { categoryTitle: "Category 7" });
    const [first, second] = [
      (await world.call("GET", "/category")).body.data,
      (await world.call("GET", "/category?page=2")).body.data,
    ];
    expect([first.docs.length, first.hasNextPage, first.total, second.docs.length, second.hasNextPage]).toEqual([
      20,
      true,
      23,
      3,
      false,
    ]);
    expect([...first.docs, ...second.docs].map((doc: ListedProduct) => doc.title)).toEqual(
      Array.from({ length: 23 }, (_, n) => `Category ${n}`),
    );
    expect((await world.call("GET", "/category?sort=products")).body.data.docs[0]).toMatchObject({
      title: "Category 7",
      products: 1,
    });
  });

  test.each([
    ["page=0", "page"],
    ["page=-1", "page"],
    ["page=abc", "page"],
    ["page=1.5", "page"],
    ["page=100001", "page"],
    ["page=1e99", "page"],
    ["page=", "page"],
    ["page=1&page=2", "page"],
    ["from=0", "from"],
    ["from=x", "from"],
    ["sort=x", "sort"],
    ["sort=", "sort"],
    [`q=${"a".repeat(101)}`, "q"],
    [`q=${"a".repeat(10_000)}`, "q"],
    ["q=a&q=b", "q"],
    [`categoryId=${"a".repeat(121)}`, "categoryId"],
    [`ids=${"a".repeat(2601)}`, "ids"],
  ])("?%.30s is refused at %s in words for people", async (query, field) => {
    const refusal = await world.call("GET", `/product/general?${query}`);
    expect([refusal.status, ...new Set(refusal.body.error.map((item: { field: string }) => item.field))]).toEqual([
      422,
      field,
    ]);
    expect(refusal.body.error[0].message).toMatch(
      /^(page must be|sort must be|A search can|A category's title|At most 100 ids|This must be a text)/,
    );
  });
});
