import { expect, test } from "vitest";
import { apiDocument } from "../../tests/fixtures/api-document";
import { bought } from "../../tests/fixtures/books";
import { newId } from "~/platform/ids.server";
import { timestamp } from "~/platform/clock";
import type { ApiDocument, Schema } from "./document";
import { aDeliveredOrder, reviewLine } from "../../tests/fixtures/reviews";
import { prove } from "../../tests/fixtures/prove";
import { aProduct, aUser } from "../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";

interface List {
  path: string;
  token: string;
  /** True if the list without `updatedSince` begins with the entry that has waited longest. */
  isOldestFirst?: true;
  /** Adds an entry. */
  add: () => Promise<unknown>;
  /** Changes an entry; null where entries never change. */
  change: ((id: string) => Promise<{ status: number }>) | null;
}

/** A stall with a product, and lists about it whose rows change. */
async function listsOf(world: World): Promise<Record<string, List>> {
  const { _id: productId, merchantId } = await aProduct(world, { quantity: 50 });
  const token = await issueToken(world.services.db, world.services, merchantId);
  const buyer = await aUser(world);
  const send = (method: string, path: string, body: object) => world.call(method, path, { token, body });
  const review = async () =>
    reviewLine(world, await aDeliveredOrder(world, { productId }), { stars: 4, text: "Good." });
  const answer = (id: string) => send("PUT", `/merchant/reviews/${id}/answer`, { answer: "Thank you." });
  const stock = await aProduct(world, { merchantId, quantity: 50 });
  const order = (id: string) => bought(world, buyer.token, [[id, 1]]);
  const cancel = (orderId: string) =>
    send("POST", `/product/order/merchant/${orderId}/cancel`, { reason: "Hail took the whole row." });
  const operator = (await aUser(world, { privilege: "operator" })).token;
  const asOperator = (method: string, path: string, body: object) =>
    world.call(method, path, { token: operator, body });
  const { db } = world.services;
  /** Sets the products' dates to the clock's time. Products of fixtures are a second apart, whatever the clock says. */
  const dated = async (...ids: string[]) => {
    const moment = timestamp(world.clock);
    await db.updateTable("products").set({ createdAt: moment, updatedAt: moment }).where("_id", "in", ids).execute();
  };
  await dated(productId, stock._id);
  await prove(world, token);
  const endpoint = await send("POST", "/merchant/webhooks", {
    url: "https://93.184.215.14/hooks",
    events: ["order.placed"],
  });
  const deliveries = `/merchant/webhooks/${endpoint.body.data._id}/deliveries`;
  return {
    "a buyer's orders": {
      path: "/product/order",
      token: buyer.token,
      add: () => order(productId),
      change: cancel,
    },
    "orders for operators": {
      path: "/operator/orders",
      token: operator,
      add: () => order(productId),
      change: cancel,
    },
    "products for operators": {
      path: "/operator/products",
      token: operator,
      add: async () => dated((await aProduct(world, { merchantId, quantity: 50 }))._id),
      change: (id) => asOperator("POST", `/operator/products/${id}/take-off`, { reason: "There may be glass in it." }),
    },
    "users for operators": {
      path: "/operator/users",
      token: operator,
      add: () => aUser(world),
      change: async (id) => {
        const form = new FormData();
        form.set("firstName", "Grace");
        return world.call("PUT", "/user", { token: await issueToken(db, world.services, id), form });
      },
    },
    "merchants for operators": {
      path: "/operator/merchants",
      token: operator,
      add: () => aUser(world, { privilege: "merchant" }),
      change: (id) => asOperator("POST", `/operator/merchants/${id}/suspend`, { reason: "Sells what is not theirs." }),
    },
    "messages for operators": {
      path: "/operator/support",
      token: operator,
      isOldestFirst: true,
      add: () =>
        world.call("POST", "/support", {
          body: { email: `person${newId()}@example.com`, description: "Where is my bread?" },
        }),
      change: (id) => asOperator("POST", `/operator/support/${id}/answer`, { answer: "On its way." }),
    },
    reports: {
      path: "/operator/reports",
      token: operator,
      isOldestFirst: true,
      add: async () => {
        const { _id } = await aProduct(world, { merchantId });
        return world.call("POST", `/product/general/${_id}/reports`, { body: { reason: "It is no honey." } });
      },
      change: (id) => asOperator("POST", `/operator/reports/${id}/decision`, { decision: "keep", revision: 0 }),
    },
    deliveries: {
      path: deliveries,
      token,
      add: () => order(productId),
      change: (id) => send("POST", `${deliveries}/${id}/send`, {}),
    },
    payouts: {
      path: "/product/payment/merchant/payouts",
      token,
      add: async () => {
        const orderId = await order(productId);
        const { _id: partId } = await db
          .selectFrom("orderParts")
          .select("_id")
          .where("orderId", "=", orderId)
          .executeTakeFirstOrThrow();
        const moment = timestamp(world.clock);
        const cents = { netCents: 0, feeCents: 0, amountCents: 0, givenBackCents: 0 };
        const times = { createdAt: moment, updatedAt: moment, dueAt: moment, startedAt: null, doneAt: null };
        const payout = { _id: newId(world.clock.now()), partId, orderId, merchantId, ...cents, ...times };
        await db
          .insertInto("payouts")
          .values({ ...payout, accountId: null, providerId: null })
          .execute();
      },
      change: null,
    },
    "a product's reviews": { path: `/product/general/${productId}/reviews`, token, add: review, change: answer },
    "a stall's reviews": { path: "/merchant/reviews", token, add: review, change: answer },
    conversations: {
      path: "/conversations",
      token,
      add: async () =>
        world.call("POST", "/conversations", {
          token: (await aUser(world)).token,
          body: { kind: "product", id: productId, text: "Is it ripe?" },
        }),
      change: (id) => send("POST", `/conversations/${id}/messages`, { text: "It is." }),
    },
    payments: {
      path: "/product/payment/merchant",
      token,
      add: () => order(productId),
      change: async (id) => {
        const { orderId } = await world.services.db
          .selectFrom("orderParts")
          .select("orderId")
          .where("_id", "=", id)
          .executeTakeFirstOrThrow();
        return send("POST", `/product/order/merchant/${orderId}/cancel`, { reason: "Hail took the whole row." });
      },
    },
    "stock history": {
      path: `/product/manage-product/${stock._id}/stock`,
      token,
      add: () => order(stock._id),
      change: null,
    },
  };
}

onBothDatabases("lists with updatedSince", (world) => {
  test.each([
    "a product's reviews",
    "a stall's reviews",
    "conversations",
    "payments",
    "stock history",
    "a buyer's orders",
    "orders for operators",
    "products for operators",
    "messages for operators",
    "users for operators",
    "merchants for operators",
    "reports",
    "deliveries",
    "payouts",
  ])("tell of %s since a moment with any offset, oldest change first, from cursor to cursor", async (name) => {
    const list = (await listsOf(world))[name];
    if (!list) throw new Error(`There is no list of ${name}.`);
    const { path, token, isOldestFirst = false, add, change } = list;
    const page = async (query: Record<string, string>) => {
      const { status, body } = await world.call("GET", `${path}?${new URLSearchParams(query)}`, { token });
      expect([query, status]).toEqual([query, 200]);
      return body.data as { docs: { _id: string }[]; next?: string | null; total: number };
    };
    const changedSince = async (updatedSince: string) => {
      const ids: string[] = [];
      let cursor: string | null | undefined;
      do {
        const { docs, next, total } = await page({ updatedSince, limit: "2", ...(cursor && { after: cursor }) });
        ids.push(...docs.map(({ _id }) => _id));
        if (next === null) expect(total).toBe(ids.length);
        cursor = next;
      } while (cursor);
      return ids;
    };
    const moments: Date[] = [];
    for (let n = 0; n < 4; n += 1) {
      world.clock.forward(60);
      moments.push(world.clock.now());
      await add();
    }
    const [first, second] = moments.map((moment) => moment.toISOString());
    const listed = (await page({})).docs.map(({ _id }) => _id);
    const all = (isOldestFirst ? listed : listed.toReversed()).slice(-4);
    expect(all).toHaveLength(4);
    expect(await changedSince(first ?? "")).toEqual(all);
    expect(await changedSince(second ?? "")).toEqual(all.slice(1));
    const inTokyo = new Date(Date.parse(second ?? "") + 9 * 3_600_000).toISOString().replace("Z", "+09:00");
    expect(await changedSince(inTokyo)).toEqual(all.slice(1));
    world.clock.forward(60);
    const changedAt = world.clock.now().toISOString();
    expect(await changedSince(changedAt)).toEqual([]);
    if (change) {
      expect((await change(all[0] ?? "")).status).toBeLessThan(300);
      expect(await changedSince(changedAt)).toEqual([all[0]]);
      expect(await changedSince(second ?? "")).toEqual([...all.slice(1), all[0]]);
    }
    const { status, body } = await world.call("GET", `${path}?after=nonsense&updatedSince=${changedAt}`, { token });
    expect([status, body.error[0].field]).toEqual([422, "after"]);
    expect((await world.call("GET", `${path}?updatedSince=yesterday`, { token })).status).toBe(422);
  });
});

/** Paginated lists without `updatedSince`, with the reason. */
const WITHOUT: Record<string, string> = {
  listCategories: "few rows, which are read whole",
  operatorListCategories: "few rows, which are read whole",
  operatorListSynonyms: "few rows, which are read whole",
  listProducts: "what is on sale is asked by listProductIds",
  listStallProducts: "what is on sale is asked by listProductIds",
  listStalls: "few fields of each, which listProductIds and listProducts have with the products",
  getProductImport: "the rows of one file, which stay as they were read",
  getPacking: "orders of one's own, which listSales has by change, as slips",
  listStatements: "months that are over, which stay; the running one is always first",
  listOwnMessages: "a person's own few conversations with the team",
  listProductQuestions: "few of one product, which are read whole",
  operatorListAudit: "entries are only added: since and a cursor go through them",
  operatorListPayments: "payments of a time, which since and a cursor go through",
  operatorListDeadJobs: "a list of work, which what is done leaves",
  operatorListReviews: "a list of work: operatorListProducts has the products by change",
  operatorListCustomerReviews: "a list of work: operatorListReports has the cases by change",
  operatorListConversations: "a list of work: operatorListReports has the cases by change",
  operatorListBuyers: "buyers of one product, which orders have by change",
};

onBothDatabases("the lists of the document", (world) => {
  test("take updatedSince, or stand among those that need none, with their reason", async () => {
    const document = await apiDocument<Pick<ApiDocument, "paths" | "components">>(world);
    const schemas = document.components.schemas;
    const whole = (schema: Schema | undefined): Schema =>
      schema?.$ref ? whole(schemas[schema.$ref.split("/").at(-1) ?? ""]) : (schema ?? {});
    const without: string[] = [];
    for (const { get } of Object.values(document.paths)) {
      const data = whole(whole(get?.responses["200"]?.content?.["application/json"]?.schema).properties?.["data"]);
      if (!get || !data.properties?.["docs"]) continue;
      const names = (get.parameters ?? []).map(({ name }) => name);
      if (!names.includes("updatedSince")) without.push(get.operationId);
    }
    expect(without.toSorted()).toEqual(Object.keys(WITHOUT).toSorted());
  });
});
