import { sql } from "kysely";
import { expect, test } from "vitest";
import { issueToken } from "~/features/accounts/tokens.server";
import { noteStock } from "~/features/products/stock.server";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import { newId } from "~/platform/ids.server";
import { apiDocument } from "../../tests/fixtures/api-document";
import { bought } from "../../tests/fixtures/books";
import { longTest } from "../../tests/fixtures/long-test";
import { aDeliveredOrder, reviewLine } from "../../tests/fixtures/reviews";
import { aCategory, aProduct, aUser } from "../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../tests/fixtures/world";
import type { ApiDocument } from "./document";

type Role = "buyer" | "merchant" | "operator";
interface List {
  /** The path as the document has it. */
  path: string;
  /** The query, if the list needs one. */
  query?: string;
  /** The number of entries on a page. */
  size: number;
  /** The role that asks, if the list is not public. */
  as?: Role;
}
interface Scene {
  /** The number of rows in its lists: a multiple of the page size of each. */
  count: number;
  lists: List[];
  /** Creates the rows. Returns the tokens to ask with, and the value of `{id}` in the paths. */
  fill(world: World, count: number): Promise<{ tokens?: Partial<Record<Role, string>>; id?: string }>;
}

const times = <T>(count: number, make: (n: number) => Promise<T>) =>
  Array.from({ length: count }, (_, n) => n).reduce(
    async (made, n) => [...(await made), await make(n)],
    Promise.resolve([] as T[]),
  );

async function productsOf(world: World, count: number, overrides: Parameters<typeof aProduct>[1] = {}) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const products = await times(count, () =>
    aProduct(world, { merchantId: merchant._id, title: "Ripe figs", categoryTitle: "Fruit", ...overrides }),
  );
  return { merchant: merchant.token, id: merchant._id, products };
}

const operator = async (world: World) => ({
  tokens: { operator: (await aUser(world, { privilege: "operator" })).token },
});
const asMerchant = async (world: World) => (await aUser(world, { privilege: "merchant" })).token;

/** Every paginated list of the service. */
const SCENES: Scene[] = [
  {
    count: 40,
    lists: [
      { path: "/product/general", size: 10 },
      { path: "/product/general", query: "q=figs", size: 10 },
      { path: "/product/general", query: "categoryId=Fruit&sort=price", size: 10 },
      { path: "/stall/{id}/products", size: 10 },
      { path: "/product/manage-product", size: 10, as: "merchant" },
      { path: "/product/manage-product", query: "q=figs", size: 10, as: "merchant" },
      { path: "/product/manage-stat", query: "type=top-selling", size: 5, as: "merchant" },
      { path: "/operator/products", size: 20, as: "operator" },
      { path: "/operator/products", query: "status=on-sale", size: 20, as: "operator" },
      { path: "/operator/products", query: "q=figs", size: 20, as: "operator" },
    ],
    fill: async (world, count) => {
      const { merchant, id, products } = await productsOf(world, count);
      const lines = products.map(({ _id }): [string, number] => [_id, 1]);
      await bought(world, (await aUser(world)).token, lines);
      return { id, tokens: { merchant, ...(await operator(world)).tokens } };
    },
  },
  {
    count: 20,
    lists: [
      { path: "/product/order", size: 10, as: "buyer" },
      ...["", "status=Processing", "since=2026-03-02&until=2026-03-02", "q=byron"].map((query): List => ({
        path: "/product/order/merchant",
        query,
        size: 10,
        as: "merchant",
      })),
      ...["", "status=Paid", "year=2026"].map((query): List => ({
        path: "/product/payment/merchant",
        query,
        size: 5,
        as: "merchant",
      })),
      { path: "/product/payment/merchant/payouts", size: 5, as: "merchant" },
      { path: "/operator/orders", size: 20, as: "operator" },
      { path: "/operator/products/{id}/buyers", size: 20, as: "operator" },
    ],
    fill: someOrders,
  },
  {
    count: 40,
    lists: [{ path: "/category", size: 20 }],
    fill: async (world, count) => (await times(count, (n) => aCategory(world, `Shelf ${n}`)), {}),
  },
  {
    count: 200,
    lists: [{ path: "/product/manage-product/import/{id}", size: 100, as: "merchant" }],
    fill: aCheckedSheet,
  },
  {
    count: 40,
    lists: [{ path: "/product/manage-product/{id}/stock", size: 20, as: "merchant" }],
    fill: async (world, count) => {
      const { merchant, products } = await productsOf(world, 1);
      const { db, clock } = world.services;
      const productId = products[0]?._id ?? "";
      await inTransaction(db, (trx) =>
        noteStock(
          trx,
          { clock },
          "corrected",
          Array.from({ length: count }, () => ({ productId, pieces: 1, quantity: 1 })),
        ),
      );
      return { tokens: { merchant }, id: productId };
    },
  },
  {
    count: 40,
    lists: [{ path: "/merchant/webhooks/{id}/deliveries", size: 20, as: "merchant" }],
    fill: async (world, count) => {
      const token = await asMerchant(world);
      const body = { url: "https://stall.example.com/", events: ["order.placed"] };
      const { _id } = (await world.call("POST", "/merchant/webhooks", { token, body })).body.data;
      await times(count, () => world.call("POST", `/merchant/webhooks/${_id}/test`, { token }));
      return { tokens: { merchant: token }, id: _id };
    },
  },
  {
    count: 40,
    lists: [
      { path: "/operator/reports", size: 20, as: "operator" },
      { path: "/operator/reports", query: "kind=product", size: 20, as: "operator" },
    ],
    fill: async (world, count) => {
      const { products } = await productsOf(world, count);
      const body = { reason: "It says organic." };
      for (const { _id } of products) await world.call("POST", `/product/general/${_id}/reports`, { body });
      return operator(world);
    },
  },
  {
    count: 20,
    lists: [{ path: "/operator/review", size: 10, as: "operator" }],
    fill: async (world, count) => (await productsOf(world, count, { availType: "in-review" }), operator(world)),
  },
  {
    count: 40,
    lists: [
      { path: "/operator/merchants", size: 20, as: "operator" },
      { path: "/operator/audit", size: 20, as: "operator" },
      { path: "/operator/jobs", size: 20, as: "operator" },
      { path: "/operator/support", size: 20, as: "operator" },
    ],
    fill: async (world, count) => {
      await times(count, () => asMerchant(world));
      await auditEntries(world, count);
      await deadJobs(world, count);
      await letters(world, count);
      return operator(world);
    },
  },
  // The operator who asks is one of the users.
  {
    count: 40,
    lists: [{ path: "/operator/users", size: 20, as: "operator" }],
    fill: async (world, count) => (await times(count - 1, () => aUser(world)), operator(world)),
  },
  {
    count: 20,
    lists: [{ path: "/user/messages", size: 10, as: "buyer" }],
    fill: async (world, count) => {
      await letters(world, count);
      return { tokens: { buyer: (await aUser(world, { email: "ada@example.com" })).token } };
    },
  },
  {
    count: 20,
    lists: [
      { path: "/product/general/{id}/reviews", size: 10 },
      { path: "/merchant/reviews", size: 10, as: "merchant" },
    ],
    fill: manyReviews,
  },
  {
    count: 40,
    lists: [{ path: "/operator/customer-reviews", size: 20, as: "operator" }],
    fill: async (world, count) => {
      await manyReviews(world, count);
      await world.services.db.updateTable("reviews").set({ openReports: 1 }).execute();
      return operator(world);
    },
  },
  { count: 20, lists: [{ path: "/product/general/{id}/questions", size: 10 }], fill: manyQuestions },
  {
    count: 40,
    lists: [
      { path: "/conversations", size: 20, as: "merchant" },
      { path: "/operator/conversations", size: 20, as: "operator" },
    ],
    fill: manyConversations,
  },
  {
    count: 100,
    lists: [{ path: "/operator/synonyms", size: 50, as: "operator" }],
    fill: async (world, count) => {
      await world.services.db
        .insertInto("searchSynonyms")
        .values(Array.from({ length: count }, (_, position) => ({ position, words: `word, term ${position}` })))
        .execute();
      return operator(world);
    },
  },
  // This scene is the last, so that no later scene has to remove ten thousand products one by one.
  { count: 10_000, lists: [{ path: "/product/sitemap", size: 10_000 }], fill: aLargeShop },
];
const LISTS = SCENES.flatMap(({ lists }) => lists.map(({ path }) => path));

/** Lists that are answered whole, on one page. */
const WHOLE = ["/operator/categories"];

onBothDatabases("a list that ends with the end of a page", (world) => {
  test("is among those asked here, whichever it is", async () => {
    const { components, paths } = await apiDocument<ApiDocument>(world);
    const whole = (part: unknown): string =>
      JSON.stringify(part, (_, value: { $ref?: string } | null) =>
        value?.$ref ? components.schemas[value.$ref.split("/").at(-1) ?? ""] : value,
      );
    const paged = Object.entries(paths)
      .filter(([, { get }]) => get && whole(get.responses["200"]).includes('"hasNextPage"'))
      .map(([path]) => path.replace("/api/v1", ""));
    expect(new Set(paged)).toEqual(new Set([...LISTS, ...WHOLE]));
  });

  longTest("is the provider's payments as well: the last of them leads to no more", async () => {
    const { services } = world;
    await times(40, (n) =>
      services.cards.createIntent({
        orderId: newId(),
        buyerId: newId(),
        amountCents: 250,
        currency: "usd",
        description: "Figs",
        idempotencyKey: `order ${n}`,
      }),
    );
    const { tokens } = await operator(world);
    const get = async (after = "") =>
      (await world.call("GET", `/operator/payments?${after && `after=${after}`}`, { token: tokens.operator })).body
        .data;
    const first = await get();
    const second = await get(first.next);
    expect([first.docs.length, second.docs.length, second.next]).toEqual([20, 20, null]);
  });

  for (const { count, lists, fill } of SCENES)
    longTest(`has no empty page behind it: ${[...new Set(lists.map(({ path }) => path))].join(", ")}`, async () => {
      const { tokens = {}, id = "" } = await fill(world, count);
      for (const { path, query = "", size, as } of lists) {
        const get = async (page: number) => {
          const address = `${path.replace("{id}", id)}?${query}&page=${page}`;
          return (await world.call("GET", address, { token: as && tokens[as] })).body.data;
        };
        const pages = count / size;
        for (let page = 1; page <= pages; page += 1) {
          const { docs, hasNextPage, total = count } = await get(page);
          const found = [path, query, page, docs.length, hasNextPage, total];
          expect(found).toEqual([path, query, page, size, page < pages, count]);
        }
        expect([path, query, await get(pages + 1)]).toMatchObject([path, query, { docs: [], hasNextPage: false }]);
      }
    });
});

/** Orders of one product, each with its payout; the product has been taken off sale since. */
async function someOrders(world: World, count: number) {
  const { merchant, products } = await productsOf(world, 1, { quantity: count });
  const id = products[0]?._id ?? "";
  const buyer = (await aUser(world)).token;
  const orderIds = await times(count, () => bought(world, buyer, [[id, 1]]));
  await payoutsOf(world, orderIds);
  const { tokens } = await operator(world);
  const body = { reason: "Glass." };
  await world.call("POST", `/operator/products/${id}/take-off`, { token: tokens.operator, body });
  return { id, tokens: { merchant, buyer, ...tokens } };
}

/** Copies of one product, in one statement. */
async function aLargeShop(world: World, count: number) {
  const { db } = world.services;
  const { _id } = await aProduct(world);
  const row = await db.selectFrom("products").selectAll().where("_id", "=", _id).executeTakeFirstOrThrow();
  const own = { _id: sql`substr('000000000000000000000000' || n.i, length('' || n.i) + 1)`, sku: sql`'No. ' || n.i` };
  const columns = Object.keys(row).filter((name) => name !== "seq");
  await sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count - 1)})
    insert into products (${sql.join(columns.map((name) => sql.ref(name)))})
    select ${sql.join(columns.map((name) => (name in own ? own[name as keyof typeof own] : sql.ref(`p.${name}`))))}
    from n cross join products as p where p._id = ${_id}`.execute(db);
  return {};
}

async function aCheckedSheet(world: World, count: number) {
  const token = await asMerchant(world);
  const form = new FormData();
  const rows = Array.from({ length: count }, (_, n) => `${n},x,,,,,`);
  form.set(
    "file",
    new File([["SKU,Title,Description,Price,Quantity,Barcode,Product category", ...rows].join("\r\n")], "products.csv"),
  );
  const checked = await world.call("POST", "/product/manage-product/import", { token, form });
  return { tokens: { merchant: token }, id: checked.body.data._id };
}

async function payoutsOf(world: World, orderIds: string[]) {
  const { db, clock } = world.services;
  const now = timestamp(clock);
  const parts = await db.selectFrom("orderParts").selectAll().where("orderId", "in", orderIds).execute();
  const nothing = { netCents: 0, feeCents: 0, amountCents: 0, givenBackCents: 0, accountId: null, providerId: null };
  await db
    .insertInto("payouts")
    .values(
      parts.map(({ _id: partId, orderId, merchantId }) => ({
        ...nothing,
        _id: newId(),
        partId,
        orderId,
        merchantId,
        createdAt: now,
        dueAt: now,
        startedAt: null,
        doneAt: null,
      })),
    )
    .execute();
}

async function auditEntries(world: World, count: number) {
  const entry = {
    actorId: newId(),
    actorName: "Ada",
    action: "x",
    subject: "y",
    details: "{}",
    createdAt: timestamp(world.clock),
  };
  await world.services.db
    .insertInto("auditLog")
    .values(Array.from({ length: count }, () => ({ ...entry, _id: newId() })))
    .execute();
}

async function deadJobs(world: World, count: number) {
  const now = timestamp(world.clock);
  const job = {
    kind: "mail",
    payload: "{}",
    uniqueKey: null,
    runAt: now,
    attempts: 9,
    leasedUntil: null,
    everySeconds: null,
    finishedAt: null,
    diedAt: now,
    lastError: "",
    createdAt: now,
  };
  await world.services.db
    .insertInto("jobs")
    .values(Array.from({ length: count }, () => ({ ...job, _id: newId() })))
    .execute();
}

/** Reviews of one product. */
async function manyReviews(world: World, count: number) {
  const { lineId, productId, merchantId, buyer } = await aDeliveredOrder(world);
  await reviewLine(world, { lineId, buyer });
  const { db } = world.services;
  await times(count - 1, async () => {
    const order = await aDeliveredOrder(world, { productId });
    await reviewLine(world, order);
  });
  return { tokens: { merchant: await issueToken(db, world.services, merchantId) }, id: productId };
}

/** Reported conversations with one stall, each about another product. */
async function manyConversations(world: World, count: number) {
  const merchant = await aUser(world, { privilege: "merchant" });
  await times(count, async () => {
    const [buyer, product] = [await aUser(world), await aProduct(world, { merchantId: merchant._id })];
    const body = { kind: "product", id: product._id, text: "Is it ripe?" };
    await world.call("POST", "/conversations", { token: buyer.token, body });
  });
  await world.services.db.updateTable("conversations").set({ openReports: 1 }).execute();
  return { tokens: { ...(await operator(world)).tokens, merchant: merchant.token } };
}

/** Published questions about one product. */
async function manyQuestions(world: World, count: number) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const product = await aProduct(world, { merchantId: merchant._id });
  await times(count, async () => {
    const { token } = await aUser(world);
    const body = { kind: "product", id: product._id, text: "Is it ripe?" };
    const { _id } = (await world.call("POST", "/conversations", { token, body })).body.data;
    const at = `/conversations/${_id}`;
    await world.call("POST", `${at}/messages`, { token: merchant.token, body: { text: "It is." } });
    const { messages } = (await world.call("GET", at, { token: merchant.token })).body.data;
    await world.call("PUT", `/merchant${at}/questions/${messages[1]._id}`, { token: merchant.token });
  });
  return { tokens: {}, id: product._id };
}

async function letters(world: World, count: number) {
  const letter = {
    fullname: "Ada",
    email: "ada@example.com",
    subject: "",
    telephone: "",
    description: "Where is my bread?",
    createdAt: timestamp(world.clock),
    waitingSince: timestamp(world.clock),
    answeredAt: null,
  };
  await world.services.db
    .insertInto("supportMessages")
    .values(Array.from({ length: count }, () => ({ ...letter, _id: newId() })))
    .execute();
}
