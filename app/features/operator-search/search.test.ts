import { expect, test } from "vitest";
import { anOrderOfTwo } from "../../../tests/fixtures/books";
import { initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { newId } from "~/platform/ids.server";
import { counted, onBothDatabases, type World } from "../../../tests/fixtures/world";

async function anOffice(world: World) {
  const order = await anOrderOfTwo(world);
  const { db } = world.services;
  await db.updateTable("stores").set({ storeName: "Sunny Orchard" }).where("userId", "=", order.orchard._id).execute();
  const row = await db.selectFrom("orders").selectAll().where("_id", "=", order.orderId).executeTakeFirstOrThrow();
  const { token } = await aUser(world, { privilege: "operator", email: "olga@office.example" });
  const ask = (q: string) => world.call("GET", `/operator/search?${new URLSearchParams({ q })}`, { token });
  /** The results by kind, with one value for each result. */
  const resultsFor = async (q: string) => {
    const { orders, products, stalls, people } = (await ask(q)).body.data;
    return {
      orders: orders.docs.map((doc: { itemId: number }) => doc.itemId),
      products: products.docs.map((doc: { title: string }) => doc.title),
      stalls: stalls.docs.map((doc: { storeName: string }) => doc.storeName),
      people: people.docs.map((doc: { email: string }) => doc.email),
    };
  };
  return { ...order, row, ask, found: resultsFor };
}

const emptyResult = { orders: [], products: [], stalls: [], people: [] };

onBothDatabases("one search for everything", (world) => {
  test("finds an order by its number, its payment and any part of its buyer's address", async () => {
    const { row, buyer, found, orderId } = await anOffice(world);
    const orders = [row.itemId];
    const part = buyer.email.slice(2, -4);
    expect(await found(`#${row.itemId}`)).toEqual({ ...emptyResult, orders });
    expect(await found(String(row.itemId))).toEqual({ ...emptyResult, orders });
    expect(await found(row.intentId ?? "")).toEqual({ ...emptyResult, orders });
    expect(await found(orderId)).toEqual({ ...emptyResult, orders });
    expect((await found(part.toUpperCase())).orders).toEqual(orders);
    expect((await found("whitcombe zoe")).orders).toEqual(orders);
    expect((await found(buyer.email.slice(0, 9))).people).toContain(buyer.email);
  });

  test("finds an order that waits for its payment by the payment as well", async () => {
    const { apples, found } = await anOffice(world);
    const otherUser = await aUser(world);
    const { body } = await initialize(world, otherUser.token, [{ product: apples._id, quantity: 1 }]);
    expect((await found(body.payment.stripeId)).orders).toHaveLength(1);
    // Each payment attempt is found by its own id.
    const { db } = world.services;
    const attempt = await db.selectFrom("paymentAttempts").selectAll().orderBy("_id", "desc").executeTakeFirstOrThrow();
    const page = { ...attempt, _id: newId(), kind: "hosted" as const, intentId: null, sessionId: "cs_of_its_own" };
    await db.insertInto("paymentAttempts").values(page).execute();
    expect((await found("cs_of_its_own")).orders).toHaveLength(1);
  });

  test("finds products by title and SKU, stalls by part of their name with what they sell, people by address", async () => {
    const { apples, found } = await anOffice(world);
    expect((await found("apples")).products).toEqual(["Apples"]);
    expect((await found(apples.sku.toLowerCase())).products).toEqual(["Apples"]);
    expect(await found("orchard")).toMatchObject({ stalls: ["Sunny Orchard"], products: ["Apples"] });
    expect((await found("OLGA@")).people).toEqual(["olga@office.example"]);
    for (const q of ["nowhere to be found", "%", "_", "'", "\\", "olga%"])
      expect([q, await found(q)]).toEqual([q, emptyResult]);
  });

  test("shows five of a kind, newest first where they have an age, and says that there are more", async () => {
    const { ask, orchard } = await anOffice(world);
    for (let n = 0; n < 6; n += 1) await aProduct(world, { merchantId: orchard._id, title: `Quince ${n}` });
    const { products, orders } = (await ask("quince")).body.data;
    expect([products.docs.length, products.docs[0].title, products.hasMore, orders.hasMore]).toEqual([
      5,
      "Quince 5",
      true,
      false,
    ]);
  });

  test("asks for something to look for, and takes a bounded number of statements", async () => {
    const { ask } = await anOffice(world);
    const empty = await ask("  ");
    expect([empty.status, empty.body.error[0].field]).toEqual([422, "q"]);
    expect((await counted(() => ask("orchard"))).statements).toBeLessThanOrEqual(12);
  });
});
