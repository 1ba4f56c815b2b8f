import { expect, test } from "vitest";
import { aPaidOrder } from "../../../tests/fixtures/checkout";
import { ADDRESS, aUser, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("everything that is kept about me", (world) => {
  test("is not what is kept about others, whose messages had the same subject", async () => {
    const [leaving, { token: team }] = [await aUser(world), await aUser(world, { privilege: "operator" })];
    const write = (email: string) =>
      world.call("POST", "/support", { body: { email, subject: "Where is my order?", description: "It is late." } });
    await write("somebody@example.com");
    const { _id } = await world.services.db.selectFrom("supportMessages").select("_id").executeTakeFirstOrThrow();
    await world.call("POST", `/operator/support/${_id}/answer`, { token: team, body: { answer: "On its way." } });
    await write(leaving.email);
    expect((await world.call("DELETE", "/user", { token: leaving.token, body: { password: PASSWORD } })).status).toBe(
      200,
    );
    const told = world.services.db.selectFrom("auditLog").select("subject").where("action", "=", "message.answered");
    expect(await told.execute()).toEqual([{ subject: "Where is my order?" }]);
  });

  test("holds the profile, addresses, lists, orders with their notes, messages, newsletter and sessions", async () => {
    const { buyer, product, order } = await aPaidOrder(world, {
      more: { notes: "Ring twice", shipping: { ...ADDRESS, streetAddress: "7 Elsewhere" } },
    });
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
      orders: [
        {
          _id: order._id,
          status: "paid",
          notes: "Ring twice",
          shipping: { streetAddress: "7 Elsewhere" },
          billing: ADDRESS,
          carts: [{ quantity: 1 }],
        },
      ],
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
