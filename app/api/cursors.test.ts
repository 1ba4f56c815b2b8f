import { CompiledQuery, sql } from "kysely";
import { expect, test } from "vitest";
import { anOrderOfTwo, bought } from "../../tests/fixtures/books";
import { aProduct, aUser } from "../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../tests/fixtures/world";
import { paymentIdsQuery } from "~/features/payments/merchant-payments.server";
import { ordersBeyondQuery } from "~/features/merchant-orders/queries.server";
import { productsBehindQuery } from "~/features/products/queries.server";
import { inTransaction } from "~/platform/database/database.server";
import { newId } from "~/platform/ids.server";

type Doc = { _id: string; createdAt: string; updatedAt: string; deletedAt?: string; category?: { title: string } };
type Named = Pick<Doc, "_id">;
interface Page {
  docs: Doc[];
  next: string | null;
  hasNextPage: boolean;
  total: number;
}

const ON_SALE = "/product/general";
const PRODUCTS = "/product/manage-product";
const SALES = "/product/order/merchant";
const ORDERS = "/product/order";
const PAYMENTS = "/product/payment/merchant";
const AUDIT = "/operator/audit";

async function page(world: World, path: string, token: string, query: Record<string, string>): Promise<Page> {
  const answer = await world.call("GET", `${path}?${new URLSearchParams(query)}`, { token });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body.data;
}

/** Reads a whole list from cursor to cursor. `between` runs after the first answer. */
async function through(
  world: World,
  path: string,
  token: string,
  query: Record<string, string> = {},
  between = async (): Promise<unknown> => undefined,
): Promise<Doc[]> {
  let found = await page(world, path, token, { ...query, limit: "3" });
  const docs = [...found.docs];
  await between();
  while (found.next !== null) {
    expect([found.docs.length, found.hasNextPage]).toEqual([3, true]);
    found = await page(world, path, token, { ...query, limit: "3", after: found.next });
    docs.push(...found.docs);
  }
  expect(found.hasNextPage).toBe(false);
  return docs;
}

const ids = (docs: Doc[]) => docs.map(({ _id }) => _id);

/** A merchant with seven products and seven orders, all of the same moment, and their buyer. */
async function aStall(world: World) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const buyer = await aUser(world);
  const createdAt = world.clock.now().toISOString();
  const one = () => aProduct(world, { merchantId: merchant._id, createdAt, updatedAt: createdAt, quantity: 50 });
  const products = [await one(), await one(), await one(), await one(), await one(), await one(), await one()];
  for (const { _id } of products) await bought(world, buyer.token, [[_id, 1]]);
  return { merchant, buyer, products };
}

/** Adds 500 products and sales of another merchant. Without them, the index of the whole shop would do as well. */
async function manyOfAnother(world: World): Promise<void> {
  const { db, dialect } = world.services;
  const { _id: merchantId } = await aUser(world, { privilege: "merchant" });
  // These rows come behind the cursor in both orders, newest first and by change.
  const [createdAt, updatedAt] = ["2026-01-05T00:00:00.000Z", "2026-03-05T00:00:00.000Z"];
  // The database works out `seq`, `payment` and `paymentAt` itself.
  const { seq: _seq, ...product } = await db.selectFrom("products").selectAll().limit(1).executeTakeFirstOrThrow();
  const {
    payment: _payment,
    paymentAt: _paymentAt,
    ...sale
  } = await db.selectFrom("orderParts").selectAll().limit(1).executeTakeFirstOrThrow();
  for (let from = 0; from < 500; from += 50) {
    const serials = Array.from({ length: 50 }, (_empty, n) => from + n);
    const row = () => ({ _id: newId(new Date()), merchantId, createdAt, updatedAt });
    const products = serials.map((n) => ({ ...product, ...row(), sku: `MORE-${n}` }));
    const sales = serials.map((n) => ({ ...sale, ...row(), invoiceNumber: `MORE-${n}` }));
    await db.insertInto("products").values(products).execute();
    await db.insertInto("orderParts").values(sales).execute();
  }
  if (dialect.name === "postgres") await sql.raw('analyze "products", "orderParts"').execute(db);
}

onBothDatabases("lists for programs", (world) => {
  test("go on behind a cursor, each entry once, whatever is added meanwhile; as the pages have them", async () => {
    const { merchant, buyer, products } = await aStall(world);
    const operator = await aUser(world, { privilege: "operator" });
    const exported = (token: string) => world.call("GET", "/operator/audit/export", { token });
    for (let n = 0; n < 7; n += 1) await exported(operator.token);
    const lists: [string, string, () => Promise<unknown>][] = [
      [ON_SALE, buyer.token, () => aProduct(world, { merchantId: merchant._id })],
      [PRODUCTS, merchant.token, () => aProduct(world, { merchantId: merchant._id })],
      [SALES, merchant.token, () => bought(world, buyer.token, [[products[0]!._id, 1]])],
      [ORDERS, buyer.token, () => bought(world, buyer.token, [[products[0]!._id, 1]])],
      [PAYMENTS, merchant.token, () => bought(world, buyer.token, [[products[0]!._id, 1]])],
      [AUDIT, operator.token, () => exported(operator.token)],
    ];
    for (const [path, token, add] of lists) {
      const whole = await page(world, path, token, { limit: "30" });
      expect([path, whole.docs.length, whole.total, whole.next]).toEqual([path, whole.total, whole.total, null]);
      expect(whole.total).toBeGreaterThanOrEqual(7);
      // New rows come first in the list, where the cursor has already been.
      world.clock.forward(3600);
      expect([path, ...ids(await through(world, path, token, {}, add))]).toEqual([path, ...ids(whole.docs)]);
    }
    const searched = await page(world, SALES, merchant.token, { q: "Ada", limit: "30" });
    expect(ids(await through(world, SALES, merchant.token, { q: "Ada" }))).toEqual(ids(searched.docs));
    const paid = await page(world, PAYMENTS, merchant.token, { status: "Paid", limit: "30" });
    expect(ids(await through(world, PAYMENTS, merchant.token, { status: "Paid" }))).toEqual(ids(paid.docs));
    const searchedLog = await page(world, AUDIT, operator.token, { q: "audit log", limit: "30" });
    expect(ids(await through(world, AUDIT, operator.token, { q: "audit log" }))).toEqual(ids(searchedLog.docs));
    const filtered = await page(world, PRODUCTS, merchant.token, { q: "product", limit: "30" });
    expect(ids(await through(world, PRODUCTS, merchant.token, { q: "product" }))).toEqual(ids(filtered.docs));
  });

  test("go on behind a cursor where orders were paid long after they were begun", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const buyer = await aUser(world);
    const product = await aProduct(world, { merchantId: merchant._id, quantity: 50 });
    const begunAt = world.clock.now().toISOString();
    for (let n = 0; n < 10; n += 1) {
      world.clock.forward(60);
      await bought(world, buyer.token, [[product._id, 1]]);
    }
    for (const table of ["orders", "orderParts"] as const)
      await world.services.db.updateTable(table).set({ createdAt: begunAt }).execute();
    for (const [path, token] of [
      [SALES, merchant.token],
      [ORDERS, buyer.token],
      [PAYMENTS, merchant.token],
    ] as const) {
      const whole = await page(world, path, token, { limit: "30" });
      expect([path, whole.docs.length]).toEqual([path, 10]);
      expect([path, ...ids(await through(world, path, token))]).toEqual([path, ...ids(whole.docs)]);
    }
    const searched = await page(world, SALES, merchant.token, { q: "Ada", limit: "30" });
    expect(ids(await through(world, SALES, merchant.token, { q: "Ada" }))).toEqual(ids(searched.docs));
  });

  test("of what is on sale go on behind a cursor in a category too, by pages in another order", async () => {
    const { buyer, products } = await aStall(world);
    const { data } = (await world.call("GET", `${ON_SALE}/${products[0]!._id}`)).body;
    const category = { categoryId: data.category.title as string };
    const whole = await page(world, ON_SALE, buyer.token, { ...category, limit: "30" });
    expect(whole.docs.length).toBeGreaterThanOrEqual(7);
    expect(ids(await through(world, ON_SALE, buyer.token, category))).toEqual(ids(whole.docs));
    const second = await page(world, ON_SALE, buyer.token, { ...category, limit: "3", page: "2" });
    expect(ids(second.docs)).toEqual(ids(whole.docs).slice(3, 6));
    const third = await page(world, ON_SALE, buyer.token, { ...category, limit: "3", after: second.next! });
    expect(ids(third.docs)).toEqual(ids(whole.docs).slice(6, 9));
    expect(await page(world, ON_SALE, buyer.token, { sort: "price" })).not.toHaveProperty("next");
    expect(await page(world, ON_SALE, buyer.token, { q: "product" })).not.toHaveProperty("next");
  });

  test("tell of the products that were changed since a moment: sold, saved and deleted, the oldest change first", async () => {
    const { merchant, buyer, products } = await aStall(world);
    const all = async (since: string) => through(world, PRODUCTS, merchant.token, { updatedSince: since });
    const begun = world.clock.now().toISOString();
    expect(ids(await all(begun)).toSorted()).toEqual(products.map(({ _id }) => _id).toSorted());
    world.clock.forward(60);
    const since = world.clock.now().toISOString();
    expect(await all(since)).toEqual([]);
    const [sold, gone, taken, late] = products.map(({ _id }) => ({ _id })) as [Named, Named, Named, Named];
    await bought(world, buyer.token, [[sold._id, 1]]);
    world.clock.forward(1);
    await world.call("DELETE", `${PRODUCTS}?product=${gone._id}`, { token: merchant.token });
    world.clock.forward(1);
    const operator = await aUser(world, { privilege: "operator" });
    const body = { reason: "Glass." };
    await world.call("POST", `/operator/products/${taken._id}/take-off`, { token: operator.token, body });
    world.clock.forward(1);
    await bought(world, buyer.token, [[late._id, 1]]);
    const changed = await all(since);
    expect(ids(changed)).toEqual([sold._id, gone._id, taken._id, late._id]);
    expect(changed.map(({ deletedAt }) => deletedAt !== undefined)).toEqual([false, true, false, false]);
    expect(changed[0]?.updatedAt).toBe(since);
    expect(ids(await all(changed[3]!.updatedAt))).toEqual([late._id]);
  });

  test("tell of the orders that were changed since a moment: sent, arrived, taken back, called off", async () => {
    const { orchard, bakery, orderId } = await anOrderOfTwo(world);
    const changed = async (since: string) => ids(await through(world, SALES, orchard.token, { updatedSince: since }));
    const steps: [string, object][] = [
      ["ship", {}],
      ["ship", { carrier: "Red Bicycle", trackingNumber: "RB 12" }],
      ["deliver", {}],
      ["take-back", { step: "delivered" }],
      ["take-back", { step: "shipped" }],
      ["cancel", { reason: "Hail took the whole row." }],
    ];
    expect(await changed(world.clock.now().toISOString())).toEqual([orderId]);
    for (const [step, body] of steps) {
      world.clock.forward(60);
      const since = world.clock.now().toISOString();
      // A step of the order's other stall does not change this stall's part.
      await world.call("POST", `${SALES}/${orderId}/ship`, { token: bakery.token, body: {} });
      expect([step, await changed(since)]).toEqual([step, []]);
      expect((await world.call("POST", `${SALES}/${orderId}/${step}`, { token: orchard.token, body })).status).toBe(
        200,
      );
      expect([step, await changed(since)]).toEqual([step, [orderId]]);
    }
  });

  test("refuse what is no cursor of theirs, no time, and more than they answer at once, at its field", async () => {
    const { merchant } = await aStall(world);
    const { next } = await page(world, PRODUCTS, merchant.token, { limit: "3" });
    const { next: onSale, docs } = await page(world, ON_SALE, merchant.token, { limit: "3" });
    const { category } = docs[0]!;
    const wrong: [string, Record<string, string>, string][] = [
      [PRODUCTS, { after: "nonsense" }, "after"],
      [PRODUCTS, { after: "" }, "after"],
      [SALES, { after: next! }, "after"],
      [PAYMENTS, { after: next! }, "after"],
      [PAYMENTS, { limit: "31" }, "limit"],
      [PRODUCTS, { after: next!, updatedSince: "2026-03-02T00:00:00Z" }, "after"],
      [PRODUCTS, { limit: "31" }, "limit"],
      [ON_SALE, { after: next! }, "after"],
      [ON_SALE, { after: onSale!, categoryId: category!.title }, "after"],
      [ON_SALE, { after: onSale!, q: "product" }, "after"],
      [ON_SALE, { after: onSale!, sort: "price" }, "after"],
      [ON_SALE, { after: onSale!, inStock: "1" }, "after"],
      [ON_SALE, { after: onSale!, facets: "1" }, "after"],
      [ON_SALE, { limit: "0" }, "limit"],
      [PRODUCTS, { updatedSince: "yesterday" }, "updatedSince"],
      [SALES, { updatedSince: "2026-02-31T00:00:00Z" }, "updatedSince"],
      [SALES, { updatedSince: "2026-03-02T00:00:00Z", q: "Ada" }, "q"],
    ];
    for (const [path, query, field] of wrong) {
      const answer = await world.call("GET", `${path}?${new URLSearchParams(query)}`, { token: merchant.token });
      expect([path, query, answer.status, answer.body.error[0].field]).toEqual([path, query, 422, field]);
    }
  });

  test("go down an index in its order, behind a cursor and since a moment", async () => {
    const { merchant } = await aStall(world);
    const { db, dialect, config } = world.services;
    await manyOfAnother(world);
    const cursor = { at: world.clock.now().toISOString(), id: "6".repeat(24) };
    const all = { q: "", status: "" as const, since: "", until: "", only: "" as const };
    const since = "2026-03-02T00:00:00.000Z";
    const plans = await inTransaction(db, async (trx) => {
      // Postgres would scan so few rows. With scans and sorts off, the plan shows whether an index serves the list.
      if (dialect.name === "postgres")
        for (const way of ["seqscan", "bitmapscan", "sort"])
          await sql.raw(`set local enable_${way} = off`).execute(trx);
      const plan = async ({ sql: text, parameters }: CompiledQuery) => {
        const explain = dialect.name === "sqlite" ? "explain query plan" : "explain";
        const { rows } = await trx.executeQuery<Record<string, string>>(
          CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
        );
        return rows.map((row) => row["detail"] ?? row["QUERY PLAN"]).join("\n");
      };
      const filters = { status: "", year: "" } as const;
      const payments = paymentIdsQuery(trx, merchant._id, filters, config.timeZone, { cursor, limit: 3 });
      const found: Record<string, string> = { payments: await plan(payments.compile()) };
      for (const from of [undefined, since]) {
        const products = productsBehindQuery(trx, merchant._id, { ...all, updatedSince: from }, { cursor, limit: 3 });
        const orders = { since: from, cursor, limit: 3 };
        const sales = ordersBeyondQuery(trx, merchant._id, all, config.timeZone, orders);
        found[`products ${from ? "changed" : "newest"}`] = await plan(products.compile());
        found[`sales ${from ? "changed" : "newest"}`] = await plan(sales.compile());
      }
      return found;
    });
    const indexes = {
      payments: "orderPartsPaid",
      "products newest": "productsMerchant",
      "products changed": "productsChanged",
      "sales newest": "orderPartsMerchant",
      "sales changed": "orderPartsChanged",
    };
    for (const [list, index] of Object.entries(indexes)) {
      expect([list, plans[list]]).toEqual([list, expect.stringContaining(index)]);
      expect([list, plans[list]]).toEqual([list, expect.not.stringMatching(/TEMP B-TREE|\bSort\b/)]);
    }
  });
});
