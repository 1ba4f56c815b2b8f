import { expect, test } from "vitest";
import { aPaidOrder } from "../../../tests/fixtures/checkout";
import { aCategory, aProduct, aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const LATER = "2026-03-02T13:00:00.000Z";

async function anOperator(world: World) {
  return aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Hartman" });
}

async function aFile(world: World, _id: string) {
  await world.services.db
    .insertInto("files")
    .values({
      _id,
      ownerId: null,
      kind: "image",
      mime: "image/webp",
      bytes: 1,
      width: 640,
      height: 640,
      widths: "[320,640]",
      attached: 1,
      createdAt: LATER,
    })
    .execute();
  return _id;
}

/** A change of a published product, as its merchant hands it in. */
async function aChange(world: World, product: { _id: string; categoryId: string }, change: object = {}) {
  const payload = {
    title: "Blue Potatoes",
    description: "Blue all through, and they stay so.",
    categoryId: product.categoryId,
    tags: ["blue"],
    imageIds: [],
    videoId: null,
    ...change,
  };
  await world.services.db
    .insertInto("productRevisions")
    .values({ productId: product._id, payload: JSON.stringify(payload), submittedAt: LATER })
    .execute();
}

const reviewOf = async (world: World, token: string, id: string) =>
  (await world.call("GET", `/operator/review/${id}`, { token })).body.data;
const publish = (world: World, token: string, id: string, version: string) =>
  world.call("POST", `/operator/review/${id}/publish`, { token, body: { version } });
const sendBack = (
  world: World,
  token: string,
  id: string,
  version: string,
  reason = "The picture shows something else.",
) => world.call("POST", `/operator/review/${id}/send-back`, { token, body: { version, reason } });
const inShop = async (world: World, id: string) => (await world.call("GET", `/product/general/${id}`)).body.data;
const fileRow = (world: World, id: string) =>
  world.services.db.selectFrom("files").select("attached").where("_id", "=", id).executeTakeFirstOrThrow();
const actions = async (world: World) =>
  (await world.services.db.selectFrom("auditLog").select("action").execute()).map((row) => row.action);

onBothDatabases("reviewing", (world) => {
  test("the queue has new products and changes, oldest first, ten a page", async () => {
    const { token } = await anOperator(world);
    const merchant = await aUser(world, { privilege: "merchant" });
    const old = await aProduct(world, {
      merchantId: merchant._id,
      availType: "in-review",
      submittedAt: "2026-03-01T08:00:00.000Z",
    });
    const changedProduct = await aProduct(world, { merchantId: merchant._id });
    await world.services.db
      .insertInto("productRevisions")
      .values({ productId: changedProduct._id, payload: "{}", submittedAt: "2026-03-01T09:00:00.000Z" })
      .execute();
    await aProduct(world, { availType: "draft" });
    await aProduct(world, { availType: "in-review", deletedAt: LATER });
    for (let n = 0; n < 10; n += 1) await aProduct(world, { merchantId: merchant._id, availType: "in-review" });
    const { data } = (await world.call("GET", "/operator/review", { token })).body;
    expect(data).toMatchObject({ page: 1, hasNextPage: true, total: 12, docs: { length: 10 } });
    expect(data.docs.slice(0, 2).map((doc: { _id: string; kind: string }) => [doc._id, doc.kind])).toEqual([
      [old._id, "new"],
      [changedProduct._id, "change"],
    ]);
    expect((await world.call("GET", "/operator/review?page=2", { token })).body.data.docs).toHaveLength(2);
    expect((await world.call("GET", "/operator/overview", { token })).body.data.review).toBe(12);
  });

  test("a new product is published: in the shop, found by search, and the merchant is told", async () => {
    const { token } = await anOperator(world);
    const merchant = await aUser(world, { privilege: "merchant" });
    const product = await aProduct(world, {
      merchantId: merchant._id,
      availType: "in-review",
      title: "Purple Carrots",
      sentBackReason: "Too dark.",
    });
    expect(await inShop(world, product._id)).toBeUndefined();
    const review = await reviewOf(world, token, product._id);
    expect(review).toMatchObject({ kind: "new", wanted: { title: "Purple Carrots" } });
    expect(review.onSale).toBeUndefined();
    expect((await publish(world, token, product._id, review.version)).status).toBe(200);
    expect(await inShop(world, product._id)).toMatchObject({ title: "Purple Carrots", availType: "published" });
    expect((await world.call("GET", "/product/general?q=purple")).body.data.total).toBe(1);
    expect((await mailsSent(world, merchant.email)).map((mail) => mail.subject)).toEqual(["Purple Carrots is on sale"]);
    expect(await actions(world)).toEqual(["product.published"]);
    expect(
      (
        await world.services.db
          .selectFrom("products")
          .select("sentBackReason")
          .where("_id", "=", product._id)
          .executeTakeFirstOrThrow()
      ).sentBackReason,
    ).toBe("");
  });

  test("a suspended merchant's product is published, but stays out of the shop", async () => {
    const { token } = await anOperator(world);
    const product = await aProduct(world, { availType: "in-review" });
    await world.services.db
      .updateTable("stores")
      .set({ status: "suspended" })
      .where("userId", "=", product.merchantId)
      .execute();
    await publish(world, token, product._id, (await reviewOf(world, token, product._id)).version);
    expect(
      await world.services.db
        .selectFrom("products")
        .select(["availType", "isPublic"])
        .where("_id", "=", product._id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ availType: "published", isPublic: 0 });
  });

  test("a product that is sent back is a draft with the reason; without a reason nothing is decided", async () => {
    const { token } = await anOperator(world);
    const merchant = await aUser(world, { privilege: "merchant" });
    const product = await aProduct(world, {
      merchantId: merchant._id,
      availType: "in-review",
      title: "Purple Carrots",
    });
    const { version } = await reviewOf(world, token, product._id);
    expect((await sendBack(world, token, product._id, version, "  ")).body.error[0]).toMatchObject({
      field: "reason",
      message: "Reason is required",
    });
    expect((await sendBack(world, token, product._id, version)).status).toBe(200);
    expect(
      await world.services.db
        .selectFrom("products")
        .select(["availType", "sentBackReason", "isPublic"])
        .where("_id", "=", product._id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ availType: "draft", sentBackReason: "The picture shows something else.", isPublic: 0 });
    expect((await mailsSent(world, merchant.email))[0]?.text).toContain("The picture shows something else.");
    expect(await actions(world)).toEqual(["product.sent_back"]);
  });

  test("two operators decide at once: one does, the other is told", async () => {
    const [first, second] = [await anOperator(world), await anOperator(world)];
    const product = await aProduct(world, { availType: "in-review" });
    const changedProduct = await aProduct(world);
    await aChange(world, changedProduct);
    for (const { _id } of [product, changedProduct]) {
      const { version } = await reviewOf(world, first.token, _id);
      const answers = await Promise.all([
        publish(world, first.token, _id, version),
        sendBack(world, second.token, _id, version),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
      expect(answers.find((answer) => answer.status === 409)?.body.error[0].code).toBe("decided_already");
    }
    expect(await actions(world)).toHaveLength(2);
    expect((await mailsSent(world)).length).toBe(2);
  });

  test("what the merchant has changed since it was looked at is not published unseen", async () => {
    const { token } = await anOperator(world);
    const product = await aProduct(world, { availType: "in-review" });
    const { version } = await reviewOf(world, token, product._id);
    await world.services.db
      .updateTable("products")
      .set({ title: "Something else", updatedAt: LATER })
      .where("_id", "=", product._id)
      .execute();
    expect((await publish(world, token, product._id, version)).status).toBe(409);
    expect((await reviewOf(world, token, product._id)).wanted.title).toBe("Something else");
  });

  test("a change takes the place of what was on sale, pictures too; those that an order shows stay", async () => {
    const { token } = await anOperator(world);
    const { product } = await aPaidOrder(world);
    const [boughtFile, plain, fresh] = [
      await aFile(world, "a".repeat(24)),
      await aFile(world, "b".repeat(24)),
      await aFile(world, "c".repeat(24)),
    ];
    const { db } = world.services;
    await db
      .insertInto("productImages")
      .values([boughtFile, plain].map((fileId, position) => ({ productId: product._id, fileId, position })))
      .execute();
    await db.updateTable("orderLines").set({ imageId: boughtFile }).where("productId", "=", product._id).execute();
    const roots = await aCategory(world, "Roots");
    await aChange(world, product, { categoryId: roots._id, imageIds: [fresh] });
    const review = await reviewOf(world, token, product._id);
    expect(review).toMatchObject({
      kind: "change",
      onSale: { title: product.title, category: "Vegetables", images: [{ _id: boughtFile }, { _id: plain }] },
      wanted: { title: "Blue Potatoes", category: "Roots", images: [{ _id: fresh }] },
    });
    expect((await inShop(world, product._id)).title).toBe(product.title);
    expect((await publish(world, token, product._id, review.version)).status).toBe(200);
    expect(await inShop(world, product._id)).toMatchObject({
      title: "Blue Potatoes",
      category: { title: "Roots" },
      tags: ["blue"],
      image: [{ _id: fresh }],
    });
    expect((await world.call("GET", "/product/general?q=roots")).body.data.total).toBe(1);
    expect([
      (await fileRow(world, boughtFile)).attached,
      (await fileRow(world, plain)).attached,
      (await fileRow(world, fresh)).attached,
    ]).toEqual([1, 0, 1]);
    expect((await world.call("GET", `/operator/review/${product._id}`, { token })).status).toBe(404);
    const entry = (await world.call("GET", "/operator/audit?action=change.published", { token })).body.data.docs[0];
    expect(entry.details.changes).toEqual(
      expect.arrayContaining([
        { what: "Title", from: product.title, to: "Blue Potatoes" },
        { what: "Category", from: "Vegetables", to: "Roots" },
        { what: "Pictures", from: `${boughtFile}, ${plain}`, to: fresh },
      ]),
    );
  });

  test("one after the other: each says which comes next, from the last to the oldest again, and how many wait", async () => {
    const { token } = await anOperator(world);
    const at = (hour: number) => `2026-03-01T0${hour}:00:00.000Z`;
    const [first, last] = [
      await aProduct(world, { availType: "in-review", submittedAt: at(1) }),
      await aProduct(world, { availType: "in-review", submittedAt: at(3) }),
    ];
    expect((await reviewOf(world, token, first._id)).next).toBe(last._id);
    const changedProduct = await aProduct(world);
    await aChange(world, changedProduct);
    await world.services.db
      .updateTable("productRevisions")
      .set({ submittedAt: at(2) })
      .execute();
    const order = [first, changedProduct, last].map(({ _id }) => _id);
    for (const [place, _id] of order.entries())
      expect(await reviewOf(world, token, _id)).toMatchObject({ next: order[(place + 1) % 3], waiting: 3 });
    await world.services.db.updateTable("products").set({ deletedAt: LATER }).where("_id", "<>", first._id).execute();
    const alone = await reviewOf(world, token, first._id);
    expect([alone.next, alone.waiting]).toEqual([undefined, 1]);
  });

  test("a change that is sent back leaves what is on sale, and keeps the reason on the product", async () => {
    const { token } = await anOperator(world);
    const product = await aProduct(world);
    const fresh = await aFile(world, "c".repeat(24));
    await aChange(world, product, { imageIds: [fresh] });
    await sendBack(world, token, product._id, (await reviewOf(world, token, product._id)).version);
    expect((await inShop(world, product._id)).title).toBe(product.title);
    expect(
      await world.services.db
        .selectFrom("products")
        .select(["availType", "sentBackReason"])
        .where("_id", "=", product._id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ availType: "published", sentBackReason: "The picture shows something else." });
    expect((await fileRow(world, fresh)).attached).toBe(0);
    expect(await actions(world)).toEqual(["change.sent_back"]);
  });
});
