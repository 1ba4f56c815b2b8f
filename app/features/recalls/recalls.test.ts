import { InsertQueryNode, sql, type KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { anOrderOfTwo, booksFromOrders, bought, keptBooks } from "../../../tests/fixtures/books";
import { prove } from "../../../tests/fixtures/prove";
import { aUser, mailsSent } from "../../../tests/fixtures/shop";
import { counted, onBothDatabases, type World } from "../../../tests/fixtures/world";
import { newId } from "~/platform/ids.server";
import { writeFood } from "~/features/food-information/food.server";
import { NO_FOOD } from "~/features/food-information/schema";
import { walk } from "./refund-orders.server";
import { writeMails } from "./letters.server";

const LETTER = { subject: "Please do not eat the apples", message: "There may be glass in it.\n\nWe are sorry." };
const DAY = 86_400;

/**
 * Zoë bought 2 apples at 4.20 and a bread on 2 March, Ben an apple that day and 3 on the 4th, Cleo only a bread. The
 * apples are off sale.
 */
async function aRecall(world: World, { takenOff = true } = {}) {
  const first = await anOrderOfTwo(world);
  const { apples, bread, buyer: zoe } = first;
  // Ids sort by age, to the millisecond.
  world.clock.forward(1);
  const operator = await aUser(world, { privilege: "operator", firstName: "Olga" });
  const [ben, cleo] = [await aUser(world, { firstName: "Ben" }), await aUser(world, { firstName: "Cleo" })];
  const bens = await bought(world, ben.token, [[apples._id, 1]]);
  await bought(world, cleo.token, [[bread._id, 1]]);
  world.clock.forward(2 * DAY);
  const later = await bought(world, ben.token, [[apples._id, 3]]);
  const post = (path: string, body?: object) =>
    world.call("POST", `/operator${path}`, { token: operator.token, ...(body && { body }) });
  const get = (path: string) => world.call("GET", `/operator${path}`, { token: operator.token });
  if (takenOff) await post(`/products/${apples._id}/take-off`, { reason: "Glass." });
  await prove(world, operator.token);
  await mailsSent(world);
  world.mails.length = 0;
  return {
    ...first,
    zoe,
    ben,
    cleo,
    operator,
    orders: [first.orderId, bens, later] as const,
    bread,
    apples,
    post,
    get,
  };
}
type ARecall = Awaited<ReturnType<typeof aRecall>>;

const begin = async ({ post, apples }: ARecall, overrides: object = {}) =>
  (await post(`/products/${apples._id}/recalls`, { reason: "Glass.", ...overrides })).body.data._id as string;
const takenBack = async ({ services: { db } }: World) =>
  (await db.selectFrom("testIntents").select("refundedCents").orderBy("_id").execute())
    .map((row) => Number(row.refundedCents))
    .filter(Boolean)
    .toSorted((a, b) => a - b);
const subjects = async (world: World, email: string) => (await mailsSent(world, email)).map((mail) => mail.subject);

/** More orders like this one, each by another buyer, on the day between Ben's orders. */
async function more({ services: { db } }: World, like: string, buyers: { _id: string }[]): Promise<void> {
  const order = await db.selectFrom("orders").selectAll().where("_id", "=", like).executeTakeFirstOrThrow();
  const line = await db.selectFrom("orderLines").selectAll().where("orderId", "=", like).executeTakeFirstOrThrow();
  for (const [n, buyer] of buyers.entries()) {
    const orderId = newId(new Date("2026-03-03T12:00:00Z"));
    await db
      .insertInto("orders")
      .values({ ...order, _id: orderId, itemId: 90_000 + n, buyerId: buyer._id, intentId: orderId })
      .execute();
    await db
      .insertInto("orderLines")
      .values({ ...line, _id: newId(new Date("2026-03-03T12:00:00Z")), orderId })
      .execute();
  }
}

onBothDatabases("who bought a product that is off sale", (world) => {
  test("is listed with order, pieces and what is left to give back, newest first", async () => {
    const { get, apples, ben } = await aRecall(world);
    const { body } = await get(`/products/${apples._id}/buyers`);
    expect(body.data).toMatchObject({ total: 3, buyers: 2, pieces: 6, left: 25.2, hasNextPage: false });
    expect(body.data.docs[0]).toMatchObject({
      quantity: 3,
      left: 12.6,
      buyer: { name: "Ben Byron", email: ben.email },
    });
    expect(body.data.docs.map((doc: { quantity: number }) => doc.quantity)).toEqual([3, 1, 2]);
  });

  test("tells what the label said when each order was placed, and says nothing where nothing was said", async () => {
    const { get, post, apples, ben } = await aRecall(world, { takenOff: false });
    const { db } = world.services;
    const say = (ingredients: string) =>
      db.transaction().execute((trx) => writeFood(trx, [{ productId: apples._id, food: { ...NO_FOOD, ingredients } }]));
    await say("Apples");
    world.clock.forward(1);
    await bought(world, ben.token, [[apples._id, 1]]);
    await say("Apples, sulphites");
    await post(`/products/${apples._id}/take-off`, { reason: "Glass." });
    const [newest, before] = (await get(`/products/${apples._id}/buyers`)).body.data.docs;
    expect([newest.title, newest.food.ingredients]).toEqual([apples.title, "Apples"]);
    expect(before).not.toHaveProperty("food");
  });

  test("can be narrowed to days of the marketplace, the last one included", async () => {
    const { get, apples } = await aRecall(world);
    const pieces = async (query: string) => (await get(`/products/${apples._id}/buyers?${query}`)).body.data.pieces;
    expect([
      await pieces("since=2026-03-03"),
      await pieces("until=2026-03-02"),
      await pieces("since=2026-03-02&until=2026-03-04"),
      await pieces("until=2026-03-01"),
    ]).toEqual([3, 3, 6, 0]);
    const wrong = await get(`/products/${apples._id}/buyers?since=2026-03-05&until=2026-03-04`);
    expect([wrong.status, wrong.body.error[0].field]).toEqual([422, "until"]);
  });

  test("is told only while it is off sale, and so are letters and refunds begun", async () => {
    const { get, post, apples } = await aRecall(world, { takenOff: false });
    const answers = [
      await get(`/products/${apples._id}/buyers`),
      await post(`/products/${apples._id}/letters`, LETTER),
      await post(`/products/${apples._id}/recalls`, { reason: "Glass." }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error?.[0].code])).toEqual(
      Array.from({ length: 3 }, () => [409, "not_taken_off"]),
    );
    expect((await get(`/products/${"0".repeat(24)}/buyers`)).status).toBe(404);
  });

  test("is answered in a handful of statements, however many they are", async () => {
    const { get, apples } = await aRecall(world);
    const { statements } = await counted(() => get(`/products/${apples._id}/buyers`));
    expect(statements).toBeLessThanOrEqual(6);
  });
});

onBothDatabases("a letter to all buyers of a product", (world) => {
  const written = async ({ post, apples }: ARecall, extra: object = {}) =>
    (await post(`/products/${apples._id}/letters`, { ...LETTER, ...extra })).body.data._id as string;

  test("can be looked at before it is sent, as its first reader gets it", async () => {
    const recall = await aRecall(world);
    const { data } = (await recall.get(`/letters/${await written(recall)}`)).body;
    expect(data).toMatchObject({ ...LETTER, readers: 2, sentAt: null, mails: 0, product: { title: "Apples" } });
    for (const said of ["Hello Zoë,", "There may be glass in it.", "2 × Apples", "/customer/order_history"])
      expect(data.preview).toContain(said);
    expect(await mailsSent(world)).toEqual([]);
  });

  test("reaches each of them once, with all their orders of it; nobody else", async () => {
    const recall = await aRecall(world);
    const id = await written(recall);
    expect((await recall.post(`/letters/${id}/send`)).body).toEqual({ message: "The letter is on its way." });
    const again = await recall.post(`/letters/${id}/send`);
    expect([again.status, again.body.error[0].code]).toEqual([409, "sent_already"]);
    const mails = await mailsSent(world);
    expect(mails.map((mail) => mail.to).toSorted()).toEqual([recall.zoe.email, recall.ben.email].toSorted());
    const bens = mails.find((mail) => mail.to === recall.ben.email)!;
    expect([bens.subject, bens.text.includes("1 × Apples"), bens.text.includes("3 × Apples")]).toEqual([
      LETTER.subject,
      true,
      true,
    ]);
    expect((await recall.get(`/letters/${id}`)).body.data).toMatchObject({ mails: 2, finishedAt: expect.any(String) });
  });

  test("is written once however often, and by however many at a time, its job is done", async () => {
    const recall = await aRecall(world);
    const id = await written(recall);
    await recall.post(`/letters/${id}/send`);
    const once = () => writeMails.handle({ letterId: id }, world.services, newId());
    await Promise.all([once(), once()]);
    await once();
    expect((await mailsSent(world)).map((mail) => mail.to)).toHaveLength(2);
  });

  test("goes on where it was when there are many, and who left is not written to", async () => {
    const recall = await aRecall(world);
    const buyers = [];
    for (let n = 0; n < 52; n += 1) buyers.push(await aUser(world));
    await more(world, recall.orders[1], buyers);
    await world.services.db
      .updateTable("users")
      .set({ email: null, deletedAt: "2026-03-05T00:00:00.000Z" })
      .where("_id", "=", recall.zoe._id)
      .execute();
    await recall.post(`/letters/${await written(recall)}/send`);
    const to = (await mailsSent(world)).map((mail) => mail.to);
    // Ben has orders in the first batch and in the last one.
    expect([to.length, new Set(to).size]).toEqual([53, 53]);
  });

  test("of some days only reaches those who bought in them", async () => {
    const recall = await aRecall(world);
    await recall.post(`/letters/${await written(recall, { since: "2026-03-03" })}/send`);
    const mails = await mailsSent(world);
    expect([mails.map((mail) => mail.to), mails[0]?.text.includes("1 × Apples")]).toEqual([[recall.ben.email], false]);
    const nobody = await recall.post(`/products/${recall.apples._id}/letters`, { ...LETTER, until: "2026-03-01" });
    expect([nobody.status, nobody.body.error[0].code]).toEqual([409, "nobody_bought"]);
  });
});

onBothDatabases("a recall", (world) => {
  const progress = async ({ get }: ARecall, id: string) => (await get(`/recalls/${id}`)).body.data;

  test("gives every buyer the price of that product back and leaves the rest; the books are whole", async () => {
    const recall = await aRecall(world);
    const id = await begin(recall);
    expect(await progress(recall, id)).toMatchObject({
      orders: 0,
      refunds: 0,
      finishedAt: null,
      begunBy: "Olga Byron",
    });
    await world.runner.drain();
    expect(await progress(recall, id)).toMatchObject({
      orders: 3,
      refunds: 3,
      amount: 25.2,
      done: 3,
      doneAmount: 25.2,
      failed: [],
      stopped: null,
      finishedAt: expect.any(String),
    });
    expect(await takenBack(world)).toEqual([420, 840, 1260]);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
    const zoes = (await recall.get(`/orders/${recall.orders[0]}`)).body.data;
    expect(zoes).toMatchObject({
      refunded: 8.4,
      refunds: [{ amount: 8.4, reason: "Glass.", doneAt: expect.any(String) }],
    });
    expect(await subjects(world, recall.zoe.email)).toEqual([
      `Your money for order #${zoes.itemId} is on its way back`,
    ]);
    expect(await subjects(world, recall.orchard.email)).toHaveLength(3);
    expect(await subjects(world, recall.bakery.email)).toEqual([]);
    expect((await recall.get(`/products/${recall.apples._id}/buyers`)).body.data.left).toBe(0);
  });

  test("gives only what is left, and nothing twice when it is begun again", async () => {
    const recall = await aRecall(world);
    await recall.post(`/orders/${recall.orders[2]}/refund`, {
      lines: [
        {
          lineId: (
            await world.services.db
              .selectFrom("orderLines")
              .select("_id")
              .where("orderId", "=", recall.orders[2])
              .executeTakeFirstOrThrow()
          )._id,
          quantity: 1,
        },
      ],
      reason: "Bruised.",
    });
    await begin(recall);
    const other = await recall.post(`/products/${recall.apples._id}/recalls`, { reason: "Glass." });
    expect([other.status, other.body.error[0].code]).toEqual([409, "recall_under_way"]);
    await world.runner.drain();
    const again = await begin(recall);
    await world.runner.drain();
    expect(await progress(recall, again)).toMatchObject({
      orders: 3,
      refunds: 0,
      amount: 0,
      finishedAt: expect.any(String),
    });
    expect(await takenBack(world)).toEqual([420, 840, 1260]);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("of some days leaves the others, and asks for somebody who bought in them", async () => {
    const recall = await aRecall(world);
    await begin(recall, { since: "2026-03-03", until: "2026-03-31" });
    await world.runner.drain();
    expect(await takenBack(world)).toEqual([1260]);
    const nobody = await recall.post(`/products/${recall.apples._id}/recalls`, { reason: "X.", until: "2026-03-01" });
    expect([nobody.status, nobody.body.error[0].code]).toEqual([409, "nobody_bought"]);
  });

  test("that two processes work on, and one of them once more after a crash, gives nothing back twice", async () => {
    const recall = await aRecall(world);
    const id = await begin(recall);
    const run = () => walk.handle({ recallId: id }, world.services, newId());
    await Promise.allSettled([run(), run()]);
    // As if the process had died before it could store its cursor.
    await world.services.db.updateTable("recalls").set({ cursor: "", finishedAt: null }).execute();
    await run();
    await world.runner.drain();
    expect(await takenBack(world)).toEqual([420, 840, 1260]);
    expect(await world.services.db.selectFrom("refunds").select("_id").execute()).toHaveLength(3);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("goes on from range to range until the last order", async () => {
    const recall = await aRecall(world);
    const buyers = [];
    for (let n = 0; n < 21; n += 1) buyers.push(await aUser(world));
    await more(world, recall.orders[1], buyers);
    // These orders have no payment and no part, so there is nothing to refund.
    await world.services.db.updateTable("orders").set({ intentId: null }).where("itemId", ">=", 90_000).execute();
    const id = await begin(recall);
    await world.runner.drain();
    expect(await progress(recall, id)).toMatchObject({
      orders: 24,
      refunds: 3,
      done: 3,
      finishedAt: expect.any(String),
    });
  });

  test("shows what the provider refuses with its reason, and tries it again", async () => {
    const recall = await aRecall(world);
    const { db } = world.services;
    const intent = (await recall.get(`/orders/${recall.orders[2]}`)).body.data.intentId as string;
    const given = (cents: number) =>
      db.updateTable("testIntents").set({ refundedCents: cents }).where("_id", "=", intent).execute();
    await given(1260);
    const id = await begin(recall);
    expect((await recall.post(`/recalls/${id}/retry`)).body.error[0].code).toBe("nothing_failed");
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await world.runner.drain();
      world.clock.forward(4000);
    }
    const failed = await progress(recall, id);
    expect(failed).toMatchObject({ refunds: 3, done: 2 });
    expect(failed.failed).toEqual([
      {
        order: { _id: recall.orders[2], itemId: expect.any(Number) },
        amount: 12.6,
        reason: expect.stringContaining("cannot give back 1260 cents"),
      },
    ]);
    await given(0);
    expect((await recall.post(`/recalls/${id}/retry`)).status).toBe(200);
    await world.runner.drain();
    expect(await progress(recall, id)).toMatchObject({ done: 3, doneAmount: 25.2, failed: [] });
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("passes over an order that something is wrong with, shows it, and comes back to it", async () => {
    const recall = await aRecall(world);
    const mend = await refuseRefundsOf(world, recall.orders[1]);
    const id = await begin(recall);
    await world.runner.drain();
    const broken = await progress(recall, id);
    expect([broken.orders, broken.refunds, broken.failed.length, broken.finishedAt !== null]).toEqual([3, 2, 1, true]);
    await mend();
    // Run again after a crash, it skips the orders that it has noted.
    await world.services.db.updateTable("recalls").set({ cursor: "", finishedAt: null }).execute();
    await walk.handle({ recallId: id }, world.services, newId());
    await world.runner.drain();
    expect(await progress(recall, id)).toMatchObject({ orders: 3, refunds: 2 });
    expect((await recall.post(`/recalls/${id}/retry`)).status).toBe(200);
    await world.runner.drain();
    expect(await progress(recall, id)).toMatchObject({ orders: 3, refunds: 3, done: 3, failed: [] });
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("writes nothing down of what may pass: a lock that somebody held for long is tried again with the others done", async () => {
    const recall = await aRecall(world);
    const id = await begin(recall);
    const outages = [["55P03", "canceling statement due to lock timeout"] as const];
    const locked: KyselyPlugin = {
      transformQuery({ node }) {
        const [code, message] = (InsertQueryNode.is(node) && noted(node) && outages.shift()) || [];
        if (code) throw Object.assign(new Error(message), { code });
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const noted = ({ into }: InsertQueryNode) => into?.table.identifier.name === "recallOrders";
    const services = { ...world.services, db: world.services.db.withPlugin(locked) };
    await expect(walk.handle({ recallId: id }, services, newId())).rejects.toThrow("lock timeout");
    expect(await progress(recall, id)).toMatchObject({ orders: 2, refunds: 2, failed: [], finishedAt: null });
    await world.runner.drain();
    expect(await progress(recall, id)).toMatchObject({ orders: 3, refunds: 3, done: 3, failed: [] });
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("is written down among the letters and recalls of its product, and in the audit log with its reason", async () => {
    const recall = await aRecall(world);
    const id = await begin(recall);
    await recall.post(`/products/${recall.apples._id}/letters`, LETTER);
    expect((await recall.get(`/products/${recall.apples._id}/recalls`)).body.data).toMatchObject({
      letters: [{ subject: LETTER.subject, sentAt: null }],
      recalls: [{ _id: id, finishedAt: null }],
    });
    expect((await recall.get("/audit")).body.data.docs).toContainEqual(
      expect.objectContaining({
        action: "product.recalled",
        subject: "Apples",
        details: { product: recall.apples._id, reason: "Glass." },
      }),
    );
  });
});

/** Makes the database refuse every refund of an order. Returns a function that ends this. */
async function refuseRefundsOf({ services: { db, dialect } }: World, orderId: string | undefined) {
  const [begins, ends] =
    dialect.name === "postgres"
      ? [
          `alter table "refunds" add constraint "refused" check ("orderId" <> '${orderId}')`,
          `alter table "refunds" drop constraint "refused"`,
        ]
      : [
          `create trigger "refused" before insert on "refunds" when new."orderId" = '${orderId}'
            begin select raise(abort, 'refused'); end`,
          `drop trigger "refused"`,
        ];
  await sql.raw(begins).execute(db);
  return () => sql.raw(ends).execute(db);
}
