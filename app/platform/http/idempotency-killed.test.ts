import { aProductPayload } from "../../../tests/fixtures/good-calls";
import { expect, test, vi } from "vitest";
import { aPaidOrder } from "../../../tests/fixtures/checkout";
import { aCategory, aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type CallOptions, type World } from "../../../tests/fixtures/world";

const KEY = "form-key-0123456789";
const keyed = (world: World, method: string, path: string, options: CallOptions = {}, key = KEY) =>
  world.call(method, path, { ...options, headers: { ...options.headers, "Idempotency-Key": key } });
const message = { email: "ada@example.com", description: "Where is my bread?" };

onBothDatabases("a request whose process was killed when it was done, but had not answered", (world) => {
  /** Sends a request, loses its process before the response, and sends it once more. */
  async function sentAgain(method: string, path: string, options: CallOptions) {
    const killed = vi.spyOn(Response.prototype, "clone").mockImplementationOnce(() => {
      throw new Error("killed");
    });
    await keyed(world, method, path, options);
    killed.mockRestore();
    await world.services.db.updateTable("idempotencyKeys").set({ body: "a process that is gone" }).execute();
    return (await keyed(world, method, path, options)).status;
  }

  test("has put its pieces into the cart once", async () => {
    const [{ token }, product] = [await aUser(world), await aProduct(world)];
    expect(await sentAgain("PUT", `/user/cart/${product._id}`, { token, body: { add: 2 } })).toBe(200);
    const { carts } = (await world.call("GET", "/user/lists", { token })).body.data;
    expect(carts.map((line: { quantity: number }) => line.quantity)).toEqual([2]);
  });

  test("has written to us once, and once on in the conversation", async () => {
    const { token, email } = await aUser(world);
    expect(await sentAgain("POST", "/support", { body: { ...message, email } })).toBe(201);
    const [firstMessage] = await world.services.db.selectFrom("supportMessages").select("_id").execute();
    await world.services.db.deleteFrom("idempotencyKeys").execute();
    const reply = { token, body: { reply: "It was rye." } };
    expect(await sentAgain("POST", `/user/messages/${firstMessage?._id}/replies`, reply)).toBe(200);
    expect(await world.services.db.selectFrom("supportMessages").select("_id").execute()).toHaveLength(1);
    expect(await world.services.db.selectFrom("supportReplies").select("text").execute()).toEqual([
      { text: "It was rye." },
    ]);
  });

  test("has added one product, and one endpoint for webhooks", async () => {
    const [{ _id, token }, category] = [await aUser(world, { privilege: "merchant" }), await aCategory(world, "Bread")];
    const soldProduct = { userId: _id, categoryId: category._id };
    await world.services.db.insertInto("storeCategories").values(soldProduct).execute();
    const body = { ...aProductPayload(category._id), availType: "draft", image: [] };
    expect(await sentAgain("POST", "/product/manage-product", { token, body })).toBe(201);
    expect(await world.services.db.selectFrom("products").select("_id").execute()).toHaveLength(1);
    await world.services.db.deleteFrom("idempotencyKeys").execute();
    const endpoint = { url: "https://93.184.215.14/hooks", events: ["order.placed"] };
    expect(await sentAgain("POST", "/merchant/webhooks", { token, body: endpoint })).toBe(201);
    expect(await world.services.db.selectFrom("webhookEndpoints").select("url").execute()).toEqual([
      { url: endpoint.url },
    ]);
  });

  test("has counted, raised, saved and deleted products once", async () => {
    const { _id, token } = await aUser(world, { privilege: "merchant" });
    const category = await aCategory(world, "Bread");
    const soldProduct = { userId: _id, categoryId: category._id };
    await world.services.db.insertInto("storeCategories").values(soldProduct).execute();
    const product = (await aProduct(world, { merchantId: _id, categoryId: category._id, quantity: 30 }))._id;
    const callTwice = async (method: string, path: string, body: object = {}) => {
      await world.services.db.deleteFrom("idempotencyKeys").execute();
      return sentAgain(method, `/product/manage-product${path}`, { token, body });
    };
    const ownProduct = () => world.call("GET", `/product/manage-product/${product}`, { token });
    const all = { products: [{ product }] };
    const stockCount = { products: [{ product, quantity: 25, quantityBefore: 30 }] };
    expect(await callTwice("PUT", "/stock", stockCount)).toBe(200);
    expect((await ownProduct()).body.data.quantity).toBe(25);
    expect(await callTwice("POST", "/many", { ...all, change: { what: "stock", how: "add", pieces: 10 } })).toBe(200);
    expect((await ownProduct()).body.data.quantity).toBe(35);
    const { amount } = (await ownProduct()).body.data;
    expect(await callTwice("POST", "/many", { ...all, change: { what: "price", percent: 10, roundTo: "1.00" } })).toBe(
      200,
    );
    expect((await ownProduct()).body.data.amount).toBe(Math.round(amount * 1.1));
    const savedProduct = {
      ...aProductPayload(category._id),
      availType: "draft",
      image: [],
      quantity: 20,
      quantityBefore: 35,
    };
    expect(await callTwice("PUT", `?product=${product}`, savedProduct)).toBe(200);
    expect((await ownProduct()).body.data.quantity).toBe(20);
    expect(await callTwice("DELETE", `?product=${product}`)).toBe(200);
  });

  test("has given one piece back once, also where it does not say what was given back before", async () => {
    const operator = await aUser(world, { privilege: "operator" });
    const { order } = await aPaidOrder(world, { quantity: 3 });
    const [line] = await world.services.db.selectFrom("orderLines").select("_id").execute();
    const refund = { reason: "Bruised", lines: [{ lineId: line?._id, quantity: 1 }] };
    const request = { token: operator.token, body: refund };
    expect(await sentAgain("POST", `/operator/orders/${order._id}/refund`, request)).toBe(200);
    expect(await world.services.db.selectFrom("refunds").select("_id").execute()).toHaveLength(1);
  });
});
