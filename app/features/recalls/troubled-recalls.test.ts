import { InsertQueryNode, sql, type KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { booksFromOrders, keptBooks } from "../../../tests/fixtures/books";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { newId } from "~/platform/ids.server";
import { walk } from "./refund-orders.server";
import { aRecall, beginRecall, progressOf } from "../../../tests/fixtures/recalls";

onBothDatabases("a recall in trouble", (world) => {
  test("shows what the provider refuses with its reason, and tries it again", async () => {
    const recall = await aRecall(world);
    const { db } = world.services;
    const intent = (await recall.get(`/orders/${recall.orders[2]}`)).body.data.intentId as string;
    const setRefundedCents = (cents: number) =>
      db.updateTable("testIntents").set({ refundedCents: cents }).where("_id", "=", intent).execute();
    await setRefundedCents(1260);
    const id = await beginRecall(recall);
    expect((await recall.post(`/recalls/${id}/retry`)).body.error[0].code).toBe("nothing_failed");
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await world.runner.drain();
      world.clock.forward(4000);
    }
    const failed = await progressOf(recall, id);
    expect(failed).toMatchObject({ refunds: 3, done: 2 });
    expect(failed.failed).toEqual([
      {
        order: { _id: recall.orders[2], itemId: expect.any(Number) },
        amount: 12.6,
        reason: expect.stringContaining("cannot give back 1260 cents"),
      },
    ]);
    await setRefundedCents(0);
    expect((await recall.post(`/recalls/${id}/retry`)).status).toBe(200);
    await world.runner.drain();
    expect(await progressOf(recall, id)).toMatchObject({ done: 3, doneAmount: 25.2, failed: [] });
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("passes over an order that something is wrong with, shows it, and comes back to it", async () => {
    const recall = await aRecall(world);
    const mend = await refuseRefundsOf(world, recall.orders[1]);
    const id = await beginRecall(recall);
    await world.runner.drain();
    const broken = await progressOf(recall, id);
    expect([broken.orders, broken.refunds, broken.failed.length, broken.finishedAt !== null]).toEqual([3, 2, 1, true]);
    await mend();
    // Run again after a crash, it skips the orders that it has noted.
    await world.services.db.updateTable("recalls").set({ cursor: "", finishedAt: null }).execute();
    await walk.handle({ recallId: id }, world.services, newId());
    await world.runner.drain();
    expect(await progressOf(recall, id)).toMatchObject({ orders: 3, refunds: 2 });
    expect((await recall.post(`/recalls/${id}/retry`)).status).toBe(200);
    await world.runner.drain();
    expect(await progressOf(recall, id)).toMatchObject({ orders: 3, refunds: 3, done: 3, failed: [] });
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("writes nothing down of what may pass: a lock that somebody held for long is tried again with the others done", async () => {
    const recall = await aRecall(world);
    const id = await beginRecall(recall);
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
    expect(await progressOf(recall, id)).toMatchObject({ orders: 2, refunds: 2, failed: [], finishedAt: null });
    await world.runner.drain();
    expect(await progressOf(recall, id)).toMatchObject({ orders: 3, refunds: 3, done: 3, failed: [] });
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
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
