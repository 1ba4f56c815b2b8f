import { sql } from "kysely";
import { expect, test } from "vitest";
import { noteStock } from "~/features/products/stock-history.server";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import { newId } from "~/platform/ids.server";
import { bought } from "../../tests/fixtures/books";
import { aCategory, aProduct, aUser } from "../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../tests/fixtures/world";

interface List {
  /** As the document has it. */
  path: string;
  /** What is asked for, when it is more than the path. */
  query?: string;
  /** So many on a page. */
  size: number;
  /** Makes just so many of what the list shows. Answers the token to ask with, and the call when its address is new. */
  fill(world: World, count: number): Promise<{ token?: string; path?: string }>;
}

const times = <T>(count: number, make: (n: number) => Promise<T>) =>
  Array.from({ length: count }, (_, n) => n).reduce(
    async (made, n) => [...(await made), await make(n)],
    Promise.resolve([] as T[]),
  );

async function productsOf(world: World, count: number, wanted: Parameters<typeof aProduct>[1] = {}) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const products = await times(count, () =>
    aProduct(world, { merchantId: merchant._id, title: "Ripe figs", ...wanted }),
  );
  return { token: merchant.token, products };
}

async function ordersOf(world: World, count: number) {
  const { token, products } = await productsOf(world, 1);
  const buyer = await aUser(world);
  const orderIds = await times(count, () => bought(world, buyer.token, [[products[0]!._id, 1]]));
  return { merchant: token, buyer: buyer.token, orderIds, product: products[0]!._id };
}

const operator = async (world: World) => ({ token: (await aUser(world, { privilege: "operator" })).token });

/** Every list of the service that comes in pages. */
const LISTS: List[] = [
  {
    path: "/category",
    size: 20,
    fill: async (world, count) => (await times(count, (n) => aCategory(world, `Shelf ${n}`)), {}),
  },
  { path: "/product/general", size: 10, fill: async (world, count) => (await productsOf(world, count), {}) },
  {
    path: "/product/general",
    query: "q=figs",
    size: 10,
    fill: async (world, count) => (await productsOf(world, count), {}),
  },
  {
    path: "/product/general",
    query: "categoryId=Fruit&sort=price",
    size: 10,
    fill: async (world, count) => (await productsOf(world, count, { categoryTitle: "Fruit" }), {}),
  },
  {
    path: "/stall/{id}/products",
    size: 10,
    fill: async (world, count) => {
      const { products } = await productsOf(world, count);
      return { path: `/stall/${products[0]!.merchantId}/products` };
    },
  },
  { path: "/product/sitemap", size: 10_000, fill: aLargeShop },
  { path: "/product/manage-product", size: 10, fill: productsOf },
  { path: "/product/manage-product", query: "q=figs", size: 10, fill: productsOf },
  { path: "/product/manage-product/import/{id}", size: 100, fill: aCheckedSheet },
  {
    path: "/product/manage-product/{id}/stock",
    size: 20,
    fill: async (world, count) => {
      const { token, products } = await productsOf(world, 1);
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
      return { token, path: `/product/manage-product/${productId}/stock` };
    },
  },
  {
    path: "/product/manage-stat",
    query: "type=top-selling",
    size: 5,
    fill: async (world, count) => {
      const { token, products } = await productsOf(world, count);
      await bought(
        world,
        (await aUser(world)).token,
        products.map(({ _id }) => [_id, 1]),
      );
      return { token };
    },
  },
  { path: "/product/order", size: 10, fill: async (world, count) => ({ token: (await ordersOf(world, count)).buyer }) },
  ...["", "status=Processing", "since=2026-03-02&until=2026-03-02", "q=byron"].map((query) => ({
    path: "/product/order/merchant",
    query,
    size: 10,
    fill: async (world: World, count: number) => ({ token: (await ordersOf(world, count)).merchant }),
  })),
  ...["", "status=Paid", "year=2026"].map((query) => ({
    path: "/product/payment/merchant",
    query,
    size: 5,
    fill: async (world: World, count: number) => ({ token: (await ordersOf(world, count)).merchant }),
  })),
  { path: "/product/payment/merchant/payouts", size: 5, fill: payoutsOf },
  {
    path: "/merchant/webhooks/{id}/deliveries",
    size: 20,
    fill: async (world, count) => {
      const { token } = await aUser(world, { privilege: "merchant" });
      const body = { url: "https://stall.example.com/", events: ["order.placed"] };
      const { _id } = (await world.call("POST", "/merchant/webhooks", { token, body })).body.data;
      await times(count, () => world.call("POST", `/merchant/webhooks/${_id}/test`, { token }));
      return { token, path: `/merchant/webhooks/${_id}/deliveries` };
    },
  },
  {
    path: "/operator/review",
    size: 10,
    fill: async (world, count) => (await productsOf(world, count, { availType: "in-review" }), operator(world)),
  },
  ...["", "status=on-sale", "q=figs"].map((query) => ({
    path: "/operator/products",
    query,
    size: 20,
    fill: async (world: World, count: number) => (await productsOf(world, count), operator(world)),
  })),
  {
    path: "/operator/products/{id}/buyers",
    size: 20,
    fill: async (world, count) => {
      const { product } = await ordersOf(world, count);
      const { token } = await operator(world);
      await world.call("POST", `/operator/products/${product}/take-off`, { token, body: { reason: "Glass." } });
      return { token, path: `/operator/products/${product}/buyers` };
    },
  },
  {
    path: "/operator/merchants",
    size: 20,
    fill: async (world, count) => (await times(count, () => aUser(world, { privilege: "merchant" })), operator(world)),
  },
  // The operator who asks is one of them.
  {
    path: "/operator/users",
    size: 20,
    fill: async (world, count) => (await times(count - 1, () => aUser(world)), operator(world)),
  },
  { path: "/operator/orders", size: 20, fill: async (world, count) => (await ordersOf(world, count), operator(world)) },
  { path: "/operator/audit", size: 20, fill: auditEntries },
  { path: "/operator/jobs", size: 20, fill: deadJobs },
  { path: "/operator/support", size: 20, fill: letters },
  { path: "/user/messages", size: 10, fill: ownLetters },
];

/** Answered whole, on one page. */
const WHOLE = ["/operator/categories"];

onBothDatabases("a list that ends with the end of a page", (world) => {
  test.each(LISTS)("has no empty page behind it: $path ($query)", async ({ path, query, size, fill }) => {
    const pages = size > 1000 ? 1 : 2;
    const { token, path: filled = path } = await fill(world, pages * size);
    const get = async (page: number) =>
      (await world.call("GET", `${filled}?${query ?? ""}&page=${page}`, { token })).body.data;
    for (let page = 1; page <= pages; page += 1) {
      const { docs, hasNextPage, total = pages * size } = await get(page);
      expect([page, docs.length, hasNextPage, total]).toEqual([page, size, page < pages, pages * size]);
    }
    expect(await get(pages + 1)).toMatchObject({ docs: [], hasNextPage: false });
    const { db, dialect } = world.services;
    // Row by row, each of them looked for in a dozen tables, takes longer than a statement may.
    if (size > 1000 && dialect.name === "postgres") await sql`truncate products cascade`.execute(db);
  });

  test("is among those above, whichever it is", async () => {
    const { body } = await world.call("GET", "/openapi.json");
    const whole = (part: unknown): string =>
      JSON.stringify(part, (_, value: { $ref?: string } | null) =>
        value?.$ref ? body.components.schemas[value.$ref.split("/").at(-1) ?? ""] : value,
      );
    const paged = Object.entries<{ get?: { responses: Record<string, unknown> } }>(body.paths)
      .filter(([, { get }]) => get && whole(get.responses["200"]).includes('"hasNextPage"'))
      .map(([path]) => path.replace("/api/v1", ""));
    expect(new Set(paged)).toEqual(new Set([...LISTS.map(({ path }) => path), ...WHOLE]));
  });

  test("is the provider's payments as well: the last of them leads to no more", async () => {
    await ordersOf(world, 40);
    const { token } = await operator(world);
    const get = async (after = "") =>
      (await world.call("GET", `/operator/payments?${after && `after=${after}`}`, { token })).body.data;
    const first = await get();
    const second = await get(first.next);
    expect([first.docs.length, second.docs.length, second.next]).toEqual([20, 20, null]);
  });
});

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
  const { token } = await aUser(world, { privilege: "merchant" });
  const form = new FormData();
  const rows = Array.from({ length: count }, (_, n) => `${n},x`);
  form.set("file", new File([["SKU,Title", ...rows].join("\r\n")], "products.csv"));
  const checked = await world.call("POST", "/product/manage-product/import", { token, form });
  return { token, path: `/product/manage-product/import/${checked.body.data._id}` };
}

async function payoutsOf(world: World, count: number) {
  const { merchant, orderIds } = await ordersOf(world, count);
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
  return { token: merchant };
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
  return operator(world);
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
  return operator(world);
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
  return operator(world);
}

async function ownLetters(world: World, count: number) {
  await letters(world, count);
  const { token } = await aUser(world, { email: "ada@example.com" });
  return { token };
}
