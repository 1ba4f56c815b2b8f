import { expect, test } from "vitest";
import { aProductPayload } from "../../../tests/fixtures/good-calls";
import { bought } from "../../../tests/fixtures/books";
import { longTest } from "../../../tests/fixtures/long-test";
import { settled } from "../../../tests/fixtures/settled";
import { onlySize } from "~/features/products/variants.server";
import { aCategory, aProduct, aUser, setSold } from "../../../tests/fixtures/shop";
import { lookedAt, pagesOf, twoStalls } from "../../../tests/fixtures/shop-pages";
import { onBothDatabases, type Answered, type World } from "../../../tests/fixtures/world";
import { collectCacheTags } from "~/platform/cache-tags.server";

type Shop = Awaited<ReturnType<typeof twoStalls>>;
type Page = keyof ReturnType<typeof pagesOf>;

interface Change {
  /** Prepares the shop before the first visit. */
  before?: (world: World, shop: Shop) => Promise<unknown>;
  change: (world: World, shop: Shop) => Promise<Answered | void>;
  /** The pages that are rendered again. All others stay cached. */
  anew: Page[];
}

const LISTS: Page[] = ["home", "list", "fruit", "bread", "search"];
/** Pages that show apples: their own, and that of pears, which are of the same category. */
const WITH_APPLES: Page[] = [...LISTS, "apples", "pears", "stall one"];
/** Pages that show a product of stall one: also those of the other stall's products of the same categories. */
const WITH_STALL_ONE: Page[] = [...LISTS, "apples", "rye", "pears", "buns", "stall one"];

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const save = (world: World, { one, apples }: Shop, changes: object) =>
  world.call("PUT", `/product/manage-product?product=${apples._id}`, {
    token: one.token,
    body: {
      ...aProductPayload(apples.categoryId),
      title: apples.title,
      sku: apples.sku,
      description: apples.description,
      tags: [],
      quantity: "22",
      amount: "2.50",
      availType: "published",
      ...changes,
    },
  });
const writeMany = (world: World, { one, apples, rye }: Shop, change: object) =>
  world.call("POST", "/product/manage-product/many", {
    token: one.token,
    body: { products: [{ product: apples._id }, { product: rye._id }], change },
  });
const publish = async (world: World, { operator }: Shop, productId: string) => {
  const { data } = (await world.call("GET", `/operator/review/${productId}`, { token: operator.token })).body;
  return world.call("POST", `/operator/review/${productId}/publish`, {
    token: operator.token,
    body: { version: data.version },
  });
};
const byOperator = (world: World, { operator }: Shop, path: string, body: object) =>
  world.call("POST", `/operator/${path}`, { token: operator.token, body });
/** A change of apples that waits for an operator. */
const revise = (world: World, { apples }: Shop, changes: object) =>
  world.services.db
    .insertInto("productRevisions")
    .values({
      productId: apples._id,
      payload: JSON.stringify({
        title: "Red apples",
        description: apples.description,
        categoryId: apples.categoryId,
        tags: [],
        imageIds: [],
        videoId: null,
        ...changes,
      }),
      submittedAt: apples.createdAt,
    })
    .execute();
const stallSaved = (world: World, { one }: Shop, changes: Record<string, string>) =>
  world.call("PUT", "/user/stall", {
    token: one.token,
    form: formOf({ words: "", place: "", opening: "", holidayFrom: "", holidayUntil: "", ...changes }),
  });
const buy = async (world: World, { apples }: Shop, pieces: number) => {
  await bought(world, (await aUser(world)).token, [[apples._id, pieces]]);
};
let waiting = "";
let orderId = "";

/** Changes of a product, of its stock and of a stall that run with each commit. Of the others, one in eight does. */
const EACH_COMMIT = ["a new price", "none left", "a stall closed"];

const CHANGES: Record<string, Change> = {
  "a new price": { change: (world, shop) => save(world, shop, { amount: "9.00" }), anew: WITH_APPLES },
  "prices of several at once": {
    change: (world, shop) => writeMany(world, shop, { what: "price", percent: 10 }),
    anew: WITH_STALL_ONE,
  },
  "a title, once an operator agrees": {
    before: (world, shop) => revise(world, shop, {}),
    change: (world, shop) => publish(world, shop, shop.apples._id),
    anew: WITH_APPLES,
  },
  "another category, once an operator agrees": {
    before: (world, shop) => revise(world, shop, { categoryId: shop.rye.categoryId }),
    change: (world, shop) => publish(world, shop, shop.apples._id),
    anew: WITH_STALL_ONE,
  },
  "a title that still waits for an operator": {
    change: (world, shop) => save(world, shop, { title: "Red apples" }),
    anew: WITH_APPLES,
  },
  "a new product": {
    before: async (world, { two, rye }) => {
      waiting = (
        await aProduct(world, {
          title: "Scones",
          merchantId: two._id,
          categoryId: rye.categoryId,
          categoryTitle: "Bread",
          availType: "in-review",
        })
      )._id;
    },
    change: (world, shop) => publish(world, shop, waiting),
    anew: [...LISTS, "rye", "buns", "stall two"],
  },
  "a product made a draft": {
    change: (world, shop) => save(world, shop, { availType: "draft" }),
    anew: WITH_APPLES,
  },
  "a product deleted": {
    change: (world, { one, apples }) =>
      world.call("DELETE", `/product/manage-product?product=${apples._id}`, { token: one.token }),
    anew: WITH_APPLES,
  },
  "several deleted at once": {
    change: (world, shop) => writeMany(world, shop, { what: "delete" }),
    anew: WITH_STALL_ONE,
  },
  "a product taken off sale": {
    change: (world, shop) => byOperator(world, shop, `products/${shop.apples._id}/take-off`, { reason: "Glass." }),
    anew: WITH_APPLES,
  },
  "a product put back on sale": {
    before: (world, shop) => byOperator(world, shop, `products/${shop.apples._id}/take-off`, { reason: "Glass." }),
    change: (world, shop) => byOperator(world, shop, `products/${shop.apples._id}/put-back`, {}),
    anew: WITH_APPLES,
  },
  "twenty left": { change: (world, shop) => buy(world, shop, 2), anew: ["apples"] },
  "fifty again where ten were left": {
    before: async (world, { apples }) => {
      await setSold(world.services.db, { quantity: 50 }, apples._id);
      orderId = await bought(world, (await aUser(world)).token, [[apples._id, 40]]);
    },
    change: (world, { one }) =>
      world.call("POST", `/product/order/merchant/${orderId}/cancel`, {
        token: one.token,
        body: { reason: "They asked for it." },
      }),
    anew: ["apples"],
  },
  "none left": { change: (world, shop) => buy(world, shop, 22), anew: WITH_APPLES },
  "another stock": {
    change: (world, shop) => writeMany(world, shop, { what: "stock", how: "set", pieces: 0 }),
    anew: WITH_STALL_ONE,
  },
  "a stall's name": {
    change: (world, { one }) => world.call("PUT", "/user", { token: one.token, form: formOf({ storeName: "Grove" }) }),
    anew: WITH_STALL_ONE,
  },
  "a stall's own page": { change: (world, shop) => stallSaved(world, shop, { words: "Hello." }), anew: WITH_STALL_ONE },
  "a holiday": {
    change: (world, shop) => stallSaved(world, shop, { holidayFrom: "2026-03-01", holidayUntil: "2026-03-09" }),
    anew: WITH_STALL_ONE,
  },
  "a stall closed": {
    change: (world, shop) => byOperator(world, shop, `merchants/${shop.one._id}/suspend`, { reason: "Complaints." }),
    anew: [...WITH_STALL_ONE, "stall two", "about"],
  },
  "a category's name": {
    change: (world, { operator, apples }) =>
      world.call("PUT", `/operator/categories/${apples.categoryId}`, {
        token: operator.token,
        form: formOf({ title: "Orchard", tint: "sky" }),
      }),
    anew: [...WITH_STALL_ONE, "stall two", "about"],
  },
  "a category's place": {
    change: (world, shop) =>
      byOperator(world, shop, `categories/${shop.apples.categoryId}/move`, { direction: "down" }),
    anew: [...WITH_STALL_ONE, "stall two", "about"],
  },
  "a new address for the newsletter": {
    change: (world) => world.call("POST", "/newsletter", { body: { email: "ada@example.com" } }),
    anew: [],
  },
};

onBothDatabases("after a change every page is what it would be if nobody had looked before", (world) => {
  for (const [name, { before, change, anew }] of Object.entries(CHANGES))
    (EACH_COMMIT.includes(name) ? test : longTest)(name, async () => {
      const shop = await twoStalls(world);
      await before?.(world, shop);
      const pages = pagesOf(shop);
      const { look, fresh, madeBy } = lookedAt(world);
      await settled(world);
      for (const address of Object.values(pages)) await look(address);
      const answer = await change(world, shop);
      expect(answer ? [answer.status < 300, answer.body] : [true]).toContain(true);
      const renderedPages = await madeBy(async () => {
        for (const [page, address] of Object.entries(pages))
          expect([page, await look(address)]).toEqual([page, await fresh(address)]);
      });
      expect(renderedPages.toSorted()).toEqual(anew.map((page) => pages[page]).toSorted());
    });

  test("what was asked for and is not on sale may come, and whoever was told that it is not hears of that", async () => {
    const shop = await twoStalls(world);
    await byOperator(world, shop, `products/${shop.apples._id}/take-off`, { reason: "Glass." });
    const moment = world.services.dialect.changes().moment();
    const { result, tags } = await collectCacheTags(() =>
      world.call("GET", `/product/general?ids=${shop.apples._id},${shop.rye._id}`),
    );
    expect(result.body.data.total).toBe(1);
    await byOperator(world, shop, `products/${shop.apples._id}/put-back`, {});
    expect(world.services.dialect.changes().noneSince(moment, tags)).toBe(false);
  });

  longTest("in a shop of thousands a change of one product leaves most lists as they are", async () => {
    const shop = await twoStalls(world);
    await manyOthers(world);
    const pages = { ...pagesOf(shop), list: "/products?page=3", "by price": "/products?sort=price&page=3" };
    const { look, fresh, madeBy } = lookedAt(world);
    await settled(world);
    for (const address of Object.values(pages)) await look(address);
    const madeAfter = (change: Promise<unknown>) =>
      madeBy(async () => {
        await change;
        for (const address of Object.values(pages)) expect(await look(address)).toEqual(await fresh(address));
      });
    expect((await madeAfter(save(world, shop, { amount: "9.00" }))).toSorted()).toEqual(
      [pages.fruit, pages.search, pages.apples, pages.pears, pages["stall one"], pages["by price"]].toSorted(),
    );
    const staleTags = await madeAfter(
      world.call("DELETE", `/product/manage-product?product=${shop.rye._id}`, { token: shop.one.token }),
    );
    expect(staleTags).toEqual(expect.arrayContaining([pages.home, pages.list, pages.bread, pages.buns]));
    for (const page of ["fruit", "apples", "pears", "stall two", "about"] as const)
      expect([page, staleTags.includes(pages[page])]).toEqual([page, false]);
  });
});

/** Adds more products than a list counts, all of one category and one stall. */
async function manyOthers(world: World): Promise<void> {
  const { db, dialect } = world.services;
  const { _id: merchantId } = await aUser(world, { privilege: "merchant" });
  const category = await aCategory(world, "Preserves");
  const one = await aProduct(world, { merchantId, categoryId: category._id, categoryTitle: "Preserves", title: "Jam" });
  const rows = Array.from({ length: 2100 }, (_, n) => ({
    ...one,
    _id: n.toString(16).padStart(24, "0"),
    sku: `JAM-${n}`,
  }));
  for (let n = 0; n < rows.length; n += 300) {
    const chunk = rows.slice(n, n + 300).map((row) => ({ ...row, variantId: row._id }));
    await db.insertInto("products").values(chunk).execute();
    await db.insertInto("variants").values(chunk.map(onlySize)).execute();
  }
  await dialect.announceChange(db);
}
