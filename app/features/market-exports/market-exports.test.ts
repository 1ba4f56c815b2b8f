import { expect, test } from "vitest";
import { aSale, deliver, throughStripe, withFreshStripe, work } from "../../../tests/fixtures/payouts";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { workbookReader } from "~/platform/workbooks/read-workbook.server";

withFreshStripe();

const NAMES = ["orders", "payments", "fees"] as const;

/** The rows of an export as records by column name. */
async function rowsOf(world: World, token: string, path: string): Promise<Record<string, string>[]> {
  const { body } = await world.call("GET", `/operator/${path}`, { token });
  const [head = [], ...rows] = (body as string)
    .replace("\uFEFF", "")
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ""])));
}

/** Copies the existing paid order `count` times. */
async function manyMore({ services: { db } }: World, count: number): Promise<void> {
  const order = await db.selectFrom("orders").selectAll().executeTakeFirstOrThrow();
  const part = await db.selectFrom("orderParts").selectAll().executeTakeFirstOrThrow();
  const { payment: _payment, paymentAt: _paymentAt, ...columns } = part;
  const numbers = Array.from({ length: count }, (_, n) => n);
  const idOf = (n: number, kind: string) => `${kind}${String(n).padStart(23, "0")}`;
  await db
    .insertInto("orders")
    .values(numbers.map((n) => ({ ...order, _id: idOf(n, "a"), itemId: 20_000 + n, intentId: null })))
    .execute();
  await db
    .insertInto("orderParts")
    .values(numbers.map((n) => ({ ...columns, _id: idOf(n, "b"), orderId: idOf(n, "a"), invoiceNumber: null })))
    .execute();
}

onBothDatabases(
  "exports of all stalls",
  (world) => {
    test("tell each order with its stall, its payment and the fee, and the audit log says who exported them", async () => {
      const { merchant, orderId, refund } = await aSale(world);
      const operator = await aUser(world, { privilege: "operator" });
      await deliver(world, merchant.token, orderId);
      await work(world);
      await refund(2);
      await work(world);
      const { storeName } = await world.services.db
        .selectFrom("stores")
        .select("storeName")
        .where("userId", "=", merchant._id)
        .executeTakeFirstOrThrow();
      const money = { Amount: "10.00", Refunded: "5.00" };
      expect(await rowsOf(world, operator.token, "orders/export")).toEqual([
        expect.objectContaining({ ...money, Stall: storeName, Fee: "0.50", Net: "4.50", "Paid on": "2026-03-02" }),
      ]);
      expect(await rowsOf(world, operator.token, "payments/export")).toEqual([
        expect.objectContaining({ ...money, Status: "Paid", "Begun on": "2026-03-02" }),
      ]);
      expect(await rowsOf(world, operator.token, "fees/export")).toEqual([
        expect.objectContaining({ Stall: storeName, Sale: "10.00", Fee: "0.50", "To the stall": "4.50" }),
      ]);
      const log = await world.services.db.selectFrom("auditLog").select("action").orderBy("_id").execute();
      expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(NAMES.map((name) => `${name}.exported`)));
    });

    test("go by days, and come as a workbook whose cells are texts", async () => {
      await aSale(world);
      const operator = await aUser(world, { privilege: "operator" });
      for (const name of ["orders", "payments"] as const) {
        const count = async (query: string) => (await rowsOf(world, operator.token, `${name}/export?${query}`)).length;
        expect([name, await count("since=2026-03-02&until=2026-03-02")]).toEqual([name, 1]);
        expect([name, await count("since=2026-03-03")]).toEqual([name, 0]);
        expect([name, await count("until=2026-03-01")]).toEqual([name, 0]);
      }
      const answer = await world.api.request("/api/v1/operator/orders/export?format=xlsx", {
        headers: { Authorization: operator.token },
      });
      expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="orders.xlsx"');
      const csv = await workbookReader().asCsv("ada", new Uint8Array(await answer.arrayBuffer()));
      expect(csv.split("\n")[1]).toContain(",10.00,0.00,");
    });

    test("go on behind a hundred, and name each order once", async () => {
      await aSale(world);
      await manyMore(world, 230);
      const operator = await aUser(world, { privilege: "operator" });
      for (const name of ["orders", "payments"]) {
        const rows = await rowsOf(world, operator.token, `${name}/export`);
        expect([name, rows.length, new Set(rows.map((row) => row["Order ID"])).size]).toEqual([name, 231, 231]);
      }
    });

    test("refuse a day that is none, and days the wrong way round", async () => {
      const { token } = await aUser(world, { privilege: "operator" });
      for (const query of ["since=yesterday", "since=2026-03-02&until=2026-03-01", "format=pdf"])
        expect((await world.call("GET", `/operator/fees/export?${query}`, { token })).status).toBe(422);
    });
  },
  throughStripe,
);
