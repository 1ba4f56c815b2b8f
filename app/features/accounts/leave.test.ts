import { expect, test } from "vitest";
import { aPaidCheckout, aPaidOrder } from "../../../tests/fixtures/checkout";
import { ADDRESS, aProduct, aUser, mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { everythingStored, onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("everything that is kept about me", (world) => {
  test("holds the profile, addresses, lists, orders with their notes, messages, newsletter and sessions", async () => {
    const { buyer, product, order } = await aPaidOrder(world, { more: { notes: "Ring twice", shipping: { ...ADDRESS, streetAddress: "7 Elsewhere" } } });
    await world.call("PUT", "/user/billing", { token: buyer.token, body: ADDRESS });
    await world.call("PUT", `/user/cart/${product._id}`, { token: buyer.token, body: { quantity: 3 } });
    await world.call("PUT", `/user/wishlist/${product._id}`, { token: buyer.token });
    await world.call("POST", "/support", { body: { email: buyer.email, description: "Where is my bread?" } });
    await world.call("POST", "/newsletter", { body: { email: buyer.email } });
    const { status, body } = await world.call("GET", "/user/export", { token: buyer.token });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      exportedAt: "2026-03-02T12:00:00.000Z",
      user: { email: buyer.email, extras: ADDRESS },
      carts: [{ product: product._id, quantity: 3 }],
      wishlist: [product._id],
      orders: [{ _id: order._id, status: "paid", notes: "Ring twice", shipping: { streetAddress: "7 Elsewhere" }, billing: ADDRESS, carts: [{ quantity: 1 }] }],
      sessions: [{ createdAt: expect.any(String) }],
      newsletter: { email: buyer.email },
      messages: [{ description: "Where is my bread?" }],
    });
    expect(JSON.stringify(body)).not.toMatch(/argon|passwordHash|"hash"/);
  });

  test("holds nothing about anybody else", async () => {
    const other = await aPaidOrder(world);
    const me = await aUser(world, { email: "me@example.com" });
    const { body } = await world.call("GET", "/user/export", { token: me.token });
    expect(body.data).toMatchObject({ orders: [], carts: [], wishlist: [], newsletter: null, messages: [] });
    expect(JSON.stringify(body)).not.toContain(other.buyer.email);
  });
});

onBothDatabases("leaving", (world) => {
  const leave = (token: string, password = PASSWORD) => world.call("DELETE", "/user", { token, body: { password } });

  test("takes the person out everywhere and leaves the order in the books", async () => {
    const { buyer, order, product } = await aPaidOrder(world, { more: { billing: { ...ADDRESS, email: "private@example.com", streetAddress: "9 Hidden Close" }, notes: "The blue door" } });
    await world.call("PUT", "/user/billing", { token: buyer.token, body: { ...ADDRESS, streetAddress: "9 Hidden Close" } });
    await world.call("PUT", `/user/wishlist/${product._id}`, { token: buyer.token });
    await world.call("POST", "/newsletter", { body: { email: buyer.email } });
    await mailsSent(world);
    expect((await leave(buyer.token)).status).toBe(200);
    const kept = await everythingStored(world);
    for (const trace of [buyer.email, "private@example.com", "9 Hidden Close", "The blue door", "Ada"]) expect([trace, kept.replaceAll("Ada\",\"lastName\":\"Byron\",\"telephone\":\"\",\"privilege\":\"merchant", "").includes(trace)]).toEqual([trace, false]);
    const row = await world.services.db.selectFrom("orders").selectAll().where("_id", "=", order._id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: "paid", amountCents: 250, itemId: order.itemId });
    expect((await world.call("GET", "/user", { token: buyer.token })).status).toBe(401);
  });

  test("the address may sign up again, and starts from nothing", async () => {
    const { buyer } = await aPaidOrder(world);
    await leave(buyer.token);
    const again = await aUser(world, { email: buyer.email });
    expect((await world.call("GET", "/product/order", { token: again.token })).body.data.total).toBe(0);
  });

  test("the wrong password closes nothing", async () => {
    const buyer = await aUser(world);
    const refused = await leave(buyer.token, "not-this-one-1");
    expect([refused.status, refused.body.error]).toEqual([422, [{ code: "wrong_password", field: "password", message: "The password is wrong." }]]);
    expect((await world.call("GET", "/user", { token: buyer.token })).status).toBe(200);
  });

  test("a merchant is asked to write instead", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    expect((await leave(merchant.token)).body.error[0]).toMatchObject({ code: "has_a_stall" });
    expect((await world.call("GET", "/user", { token: merchant.token })).status).toBe(200);
  });

  test("a payment that arrives after the buyer left becomes an order for the merchant, and no mail goes to nobody", async () => {
    const { buyer, product, orderId } = await aPaidCheckout(world);
    await leave(buyer.token);
    world.clock.forward(20);
    await world.runner.drain(["payments.reconcile"]);
    await world.runner.drain();
    expect((await world.services.db.selectFrom("orders").select("status").where("_id", "=", orderId).executeTakeFirstOrThrow()).status).toBe("paid");
    const merchant = await world.services.db.selectFrom("users").select("email").where("_id", "=", product.merchantId).executeTakeFirstOrThrow();
    expect(world.mails.map((mail) => mail.to)).toEqual([merchant.email]);
  });

  test("the picture goes with the person", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world);
    await world.services.db.insertInto("files").values({
      _id: "a".repeat(24), ownerId: buyer._id, kind: "image", mime: "image/webp", bytes: 1, width: 1, height: 1, widths: "[1]", attached: 1, createdAt: product.createdAt,
    }).execute();
    await world.services.db.updateTable("users").set({ imageId: "a".repeat(24) }).where("_id", "=", buyer._id).execute();
    await leave(buyer.token);
    world.clock.forward(2 * 86_400);
    await world.runner.drain(["sweep"]);
    expect(await world.services.db.selectFrom("files").select("_id").execute()).toHaveLength(0);
  });
});
