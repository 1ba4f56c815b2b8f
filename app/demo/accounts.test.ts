import { expect, test } from "vitest";
import { aPaidOrder } from "../../tests/fixtures/checkout";
import { aUser, PASSWORD } from "../../tests/fixtures/shop";
import { everythingStored, onBothDatabases, type World } from "../../tests/fixtures/world";
import { markFilledDemo } from "~/platform/database/migrations/0011-demo-accounts.server";
import { lockDemo, refuseDemoLogins } from "./accounts.server";
import { fillDemo } from "./fill.server";
import { fillPeople } from "./people.server";
import { demoLogins } from "./logins";

const mark = (world: World, ...ids: string[]) =>
  world.services.db
    .insertInto("demoAccounts")
    .values(ids.map((userId) => ({ userId })))
    .execute();
const logIn = async (world: World, email: string) =>
  (await world.call("POST", "/user/login", { body: { email, password: PASSWORD } })).status;

onBothDatabases("a demo in production", (world) => {
  test("is not filled in beside the accounts of a shop", async () => {
    await aUser(world);
    await expect(fillDemo(world.services)).rejects.toThrow(/^DEMO is 1, but the database holds accounts of its own/);
    expect(await world.services.db.selectFrom("products").select("_id").execute()).toEqual([]);
  });

  test("does not start while one of its accounts can log in, and the sentence names the command", async () => {
    await aUser(world);
    await refuseDemoLogins(world.services.db);
    const operator = await aUser(world, { privilege: "operator" });
    await mark(world, operator._id);
    await expect(refuseDemoLogins(world.services.db)).rejects.toMatchObject({
      name: "ConfigError",
      message: expect.stringMatching(/^DATA_DIR or DATABASE_URL holds the demo: 1 .* `npm run demo:remove`/),
    });
    expect((await lockDemo(world.services)).locked).toBe(1);
    await refuseDemoLogins(world.services.db);
  });

  test("once it is removed nobody gets in with its accounts, by password, session or mailed code", async () => {
    const operator = await aUser(world, { privilege: "operator", email: "operator@example.com" });
    const real = await aUser(world);
    await mark(world, operator._id);
    await world.call("PUT", "/user/reset-password", { body: { email: operator.email } });
    await lockDemo(world.services);
    expect(await logIn(world, operator.email)).toBe(401);
    expect((await world.call("GET", "/user", { token: operator.token })).status).toBe(401);
    await world.call("PUT", "/user/reset-password", { body: { email: operator.email } });
    expect(await world.services.db.selectFrom("codes").selectAll().execute()).toEqual([]);
    expect(await logIn(world, real.email)).toBe(200);
    expect((await world.call("GET", "/user", { token: real.token })).status).toBe(200);
    expect(await lockDemo(world.services)).toEqual({ locked: 0, waiting: 0 });
  });

  test("its goods leave the shop; what a real person ordered of them stays whole, and is counted while it waits", async () => {
    const { buyer, product, orderId } = await aPaidOrder(world);
    const secondOrder = await aPaidOrder(world);
    await mark(world, product.merchantId);
    const order = () => world.call("GET", `/product/order/${orderId}`, { token: buyer.token });
    const before = (await order()).body;
    expect(await lockDemo(world.services)).toEqual({ locked: 1, waiting: 1 });
    expect((await order()).body).toEqual(before);
    expect((await world.call("GET", `/product/general/${product._id}`)).status).toBe(404);
    expect((await world.call("GET", `/product/general/${secondOrder.product._id}`)).status).toBe(200);
  });

  test("every account that filling the demo makes is marked, and none of a person who signed up beside them", async () => {
    const { db } = world.services;
    const person = await aUser(world, { createdAt: "2026-03-01T00:00:00.000Z" });
    await db.insertInto("counters").values({ name: "demo", value: 1 }).execute();
    await db.transaction().execute((trx) => fillPeople(trx, new Date("2026-03-02T00:00:00.000Z"), "hash"));
    const marked = async () =>
      (await db.selectFrom("demoAccounts").select("userId").execute()).map((row) => row.userId);
    const markedAccounts = await marked();
    expect(markedAccounts.length).toBe((await db.selectFrom("users").selectAll().execute()).length - 1);
    expect(markedAccounts).not.toContain(person._id);
    // As in a folder that was filled before accounts were marked.
    await db.deleteFrom("demoAccounts").execute();
    await markFilledDemo(db);
    expect((await marked()).toSorted()).toEqual(markedAccounts.toSorted());
    await lockDemo(world.services);
    for (const { email } of demoLogins) expect(await everythingStored(world)).not.toContain(`"${email}"`);
  });
});
