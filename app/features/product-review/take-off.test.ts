import { expect, test } from "vitest";
import { aProductPayload } from "../../../tests/fixtures/good-calls";
import { aProduct, aUser, mailsSent, setSold } from "../../../tests/fixtures/shop";
import { counted, onBothDatabases, type World } from "../../../tests/fixtures/world";
import { cardTag } from "~/features/cache-tags";

const OWN = "/product/manage-product";
const REASON = "There may be glass in it.";

async function aShelf(world: World) {
  const [merchant, operator] = [
    await aUser(world, { privilege: "merchant" }),
    await aUser(world, { privilege: "operator", firstName: "Olga" }),
  ];
  const product = await aProduct(world, { merchantId: merchant._id, title: "Plum jam", sku: "JAM-7" });
  await world.services.db
    .insertInto("storeCategories")
    .values({ userId: merchant._id, categoryId: product.categoryId })
    .execute();
  return { merchant, operator, product };
}
type Shelf = Awaited<ReturnType<typeof aShelf>>;

const takeOff = (world: World, { operator, product }: Shelf, reason = REASON) =>
  world.call("POST", `/operator/products/${product._id}/take-off`, { token: operator.token, body: { reason } });
const putBack = (world: World, { operator, product }: Shelf) =>
  world.call("POST", `/operator/products/${product._id}/put-back`, { token: operator.token });
const inShop = async (world: World, { product }: Shelf) =>
  (await world.call("GET", `/product/general/${product._id}`)).status === 200;
const save = (world: World, { merchant, product }: Shelf, overrides: object) =>
  world.call("PUT", `/product/manage-product?product=${product._id}`, {
    token: merchant.token,
    body: { ...aProductPayload(product.categoryId), ...overrides },
  });
const find = async (world: World, { operator }: Shelf, query: Record<string, string>) =>
  (await world.call("GET", `/operator/products?${new URLSearchParams(query)}`, { token: operator.token })).body
    .data as {
    docs: { _id: string; title: string; status: string }[];
    total: number;
  };
const titles = async (world: World, shelf: Shelf, query: Record<string, string>) =>
  (await find(world, shelf, query)).docs.map((doc) => doc.title);
const log = (world: World) =>
  world.services.db.selectFrom("auditLog").select(["actorName", "action", "subject", "details"]).execute();

onBothDatabases("a single product off sale", (world) => {
  test("it leaves the shop at once, its merchant reads why by mail, at the product and in a list of their own", async () => {
    const shelf = await aShelf(world);
    const before = world.services.dialect.changes().moment();
    expect((await takeOff(world, shelf)).body).toEqual({ message: "It is off sale, and the merchant is told." });
    // This makes the cached pages of the shop invalid.
    expect(world.services.dialect.changes().noneSince(before, [cardTag(shelf.product._id)])).toBe(false);
    expect(await inShop(world, shelf)).toBe(false);
    const cart = await world.call("POST", "/product/cart", {
      body: { carts: [{ product: shelf.product._id, quantity: 1 }] },
    });
    expect(JSON.stringify(cart.body)).not.toContain("Plum jam");
    const [mail] = await mailsSent(world, shelf.merchant.email);
    expect([mail?.subject, mail?.text.includes(REASON)]).toEqual(["Plum jam was taken off sale", true]);
    const { token } = shelf.merchant;
    const own = await world.call("GET", `/product/manage-product/${shelf.product._id}`, { token });
    expect(own.body.data.takenOff).toEqual({ at: "2026-03-02T12:00:00.000Z", reason: REASON });
    await aProduct(world, { merchantId: shelf.merchant._id });
    const list = await world.call("GET", "/product/manage-product?only=taken-off", { token });
    expect(list.body.data.docs.map((doc: { title: string }) => doc.title)).toEqual(["Plum jam"]);
    expect(await log(world)).toEqual([
      {
        actorName: "Olga Byron",
        action: "product.taken_off",
        subject: "Plum jam",
        details: JSON.stringify({
          product: shelf.product._id,
          changes: [{ what: "On sale", from: "yes", to: "no, and not until it is put back" }],
          reason: REASON,
        }),
      },
    ]);
  });

  test("taking it off needs a reason, and is done once; what is not off sale cannot be put back", async () => {
    const shelf = await aShelf(world);
    expect((await putBack(world, shelf)).body.error[0].code).toBe("not_taken_off");
    expect((await takeOff(world, shelf, " ")).status).toBe(422);
    const answers = [await takeOff(world, shelf), await takeOff(world, shelf, "Again.")];
    expect(answers.map(({ status, body }) => [status, body.error?.[0].code])).toEqual([
      [200, undefined],
      [409, "taken_off_already"],
    ]);
    expect(await mailsSent(world, shelf.merchant.email)).toHaveLength(1);
    const nothing = { ...shelf, product: { ...shelf.product, _id: "0".repeat(24) } };
    expect([(await takeOff(world, nothing)).status, (await putBack(world, nothing)).status]).toEqual([404, 404]);
  });

  test("put back it is on sale again, and the merchant is told", async () => {
    const shelf = await aShelf(world);
    await takeOff(world, shelf);
    expect((await putBack(world, shelf)).status).toBe(200);
    expect(await inShop(world, shelf)).toBe(true);
    expect((await mailsSent(world, shelf.merchant.email)).at(-1)?.subject).toBe("Plum jam is on sale again");
    expect((await log(world)).at(-1)?.action).toBe("product.put_back");
    const own = await world.call("GET", `/product/manage-product/${shelf.product._id}`, {
      token: shelf.merchant.token,
    });
    expect(own.body.data.takenOff).toBeUndefined();
  });

  test("nothing its merchant does puts it back: saving, a way through draft and review, a spreadsheet", async () => {
    const shelf = await aShelf(world);
    await takeOff(world, shelf);
    expect((await save(world, shelf, { availType: "published" })).status).toBe(200);
    expect(await inShop(world, shelf)).toBe(false);
    expect((await save(world, shelf, { availType: "draft" })).status).toBe(200);
    expect((await save(world, shelf, { availType: "in-review", title: "Plum jam, strained" })).status).toBe(200);
    const { token } = shelf.operator;
    const review = await world.call("GET", `/operator/review/${shelf.product._id}`, { token });
    expect(review.body.data.takenOff.reason).toBe(REASON);
    const published = await world.call("POST", `/operator/review/${shelf.product._id}/publish`, {
      token,
      body: { version: review.body.data.version },
    });
    expect([published.status, await inShop(world, shelf)]).toEqual([200, false]);
    // Both mails are sent at once, in any order.
    const subjects = (await mailsSent(world, shelf.merchant.email)).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(["Plum jam was taken off sale", "We have looked at Plum jam, strained"]);
    expect((await find(world, shelf, {})).docs[0]?.status).toBe("taken-off");

    const csv = (await world.call("GET", `${OWN}/export`, { token: shelf.merchant.token })).body as string;
    const form = new FormData();
    form.set("file", new File([csv.replace("2.50", "2.75")], "products.csv"));
    const sheet = await world.call("POST", `${OWN}/import`, { token: shelf.merchant.token, form });
    const apply = `${OWN}/import/${sheet.body.data._id}/apply`;
    expect((await world.call("POST", apply, { token: shelf.merchant.token })).body.data.changed).toBe(1);
    expect(await inShop(world, shelf)).toBe(false);
    await putBack(world, shelf);
    expect(await inShop(world, shelf)).toBe(true);
  });

  test("it stays off sale when its stall is closed and opened again; put back in a closed stall it waits for it", async () => {
    const shelf = await aShelf(world);
    const other = await aProduct(world, { merchantId: shelf.merchant._id });
    const stall = (deed: string) =>
      world.call("POST", `/operator/merchants/${shelf.merchant._id}/${deed}`, {
        token: shelf.operator.token,
        ...(deed === "suspend" && { body: { reason: "Complaints." } }),
      });
    await takeOff(world, shelf);
    await stall("suspend");
    await stall("reinstate");
    expect([await inShop(world, shelf), await inShop(world, { ...shelf, product: other })]).toEqual([false, true]);
    await stall("suspend");
    await putBack(world, shelf);
    expect(await inShop(world, shelf)).toBe(false);
    expect((await mailsSent(world, shelf.merchant.email)).at(-1)?.subject).toBe("Plum jam may be sold again");
    await stall("reinstate");
    expect(await inShop(world, shelf)).toBe(true);
  });

  test("what its merchant has deleted can be taken off as well, and never comes back by putting it back", async () => {
    const shelf = await aShelf(world);
    await world.call("DELETE", `/product/manage-product?product=${shelf.product._id}`, {
      token: shelf.merchant.token,
    });
    expect((await find(world, shelf, { status: "deleted" })).docs.map((doc) => doc._id)).toEqual([shelf.product._id]);
    expect((await takeOff(world, shelf)).status).toBe(200);
    expect((await putBack(world, shelf)).status).toBe(200);
    expect(await inShop(world, shelf)).toBe(false);
  });

  test("the database itself lets nothing that was taken off be on sale", async () => {
    const shelf = await aShelf(world);
    await takeOff(world, shelf);
    await expect(
      world.services.db.updateTable("products").set({ isPublic: 1 }).where("_id", "=", shelf.product._id).execute(),
    ).rejects.toThrow(/check/i);
  });
});

onBothDatabases("the operators' list of products", (world) => {
  test("finds by part of the title in any case and accent, by SKU, stall and id, whoever sells it and wherever it stands", async () => {
    const shelf = await aShelf(world);
    const { storeName } = await world.services.db
      .selectFrom("stores")
      .select("storeName")
      .where("userId", "=", shelf.merchant._id)
      .executeTakeFirstOrThrow();
    const draft = await aProduct(world, { title: "Crème fraîche", availType: "draft", sku: "A1" });
    for (const [q, found] of [
      ["LUM JA", ["Plum jam"]],
      ["jam plum", ["Plum jam"]],
      ["jam-7", ["Plum jam"]],
      [storeName.toUpperCase(), ["Plum jam"]],
      [shelf.product._id, ["Plum jam"]],
      [shelf.merchant._id, ["Plum jam"]],
      ["creme", ["Crème fraîche"]],
      ["a1", ["Crème fraîche"]],
      ["vegetables", []],
      ["100%", []],
      ['"', []],
      ["", ["Crème fraîche", "Plum jam"]],
    ] as const)
      expect([q, await titles(world, shelf, { q })]).toEqual([q, found]);
    await setSold(world.services.db, { sku: "B2" }, draft._id);
    expect([await titles(world, shelf, { q: "a1" }), await titles(world, shelf, { q: "b2" })]).toEqual([
      [],
      ["Crème fraîche"],
    ]);
  });

  test("narrows to where products stand, with a search and without", async () => {
    const shelf = await aShelf(world);
    await aProduct(world, { title: "Plum cake", availType: "draft", merchantId: shelf.merchant._id });
    await aProduct(world, { title: "Plum wine", availType: "in-review", merchantId: shelf.merchant._id });
    await takeOff(world, shelf);
    for (const [status, found] of [
      ["taken-off", ["Plum jam"]],
      ["draft", ["Plum cake"]],
      ["in-review", ["Plum wine"]],
      ["on-sale", []],
      ["stall-closed", []],
      ["deleted", []],
    ] as const) {
      expect([status, await titles(world, shelf, { status })]).toEqual([status, found]);
      expect([status, await titles(world, shelf, { status, q: "plum" })]).toEqual([status, found]);
    }
    const wrong = await world.call("GET", "/operator/products?status=lost", { token: shelf.operator.token });
    expect([wrong.status, wrong.body.error[0].field]).toEqual([422, "status"]);
  });

  test("is turned page by page in a handful of statements", async () => {
    const shelf = await aShelf(world);
    for (let n = 0; n < 22; n += 1) await aProduct(world, { merchantId: shelf.merchant._id, title: `Pear ${n}` });
    const { answer, statements } = await counted(() => find(world, shelf, { page: "2" }));
    expect([answer.total, answer.docs.map((doc) => doc.title)]).toEqual([23, ["Pear 1", "Pear 0", "Plum jam"]]);
    expect(statements).toBeLessThanOrEqual(6);
  });
});
