import { expect, test } from "vitest";
import { act, aSale, deliver, sent, throughStripe, withFreshStripe, work } from "../../../tests/fixtures/payouts";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { workbookReader } from "~/platform/workbooks/read-workbook.server";

withFreshStripe();

/** The rows of an export, keyed by the names of its columns. */
async function rowsOf(world: World, token: string, path: string): Promise<Record<string, string>[]> {
  const { body } = await world.call("GET", path, { token });
  const [head = [], ...rows] = (body as string)
    .replace("\uFEFF", "")
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ""])));
}

onBothDatabases(
  "the exports of orders and payments",
  (world) => {
    test("say fee, net, VAT, refund and payout of each sale, before and after it was paid out and refunded", async () => {
      const { merchant, orderId, refund } = await aSale(world);
      const both = async () => [
        ...(await rowsOf(world, merchant.token, "/product/order/merchant/export")),
        ...(await rowsOf(world, merchant.token, "/product/payment/merchant/export")),
      ];
      const sold = { Amount: "10.00", VAT: "0.00", "VAT refunded": "0.00" };
      const unpaid = { ...sold, Refunded: "0.00", Fee: "0.00", Net: "10.00", "Paid out": "0.00", "Payout ID": "" };
      expect(await both()).toEqual([expect.objectContaining(unpaid), expect.objectContaining(unpaid)]);
      await deliver(world, merchant.token, orderId);
      await work(world);
      await refund(2);
      await work(world);
      const [transfer] = sent();
      const paid = {
        ...sold,
        Refunded: "5.00",
        Fee: "0.50",
        Net: "4.50",
        "Paid out": "4.50",
        "Paid out on": "2026-03-02",
        "Payout ID": transfer?.id,
      };
      expect(await both()).toEqual([expect.objectContaining(paid), expect.objectContaining(paid)]);
      expect((await both())[1]).toMatchObject({ "Paid on": "2026-03-02", Status: "Paid", "Ship to": "Ada Byron" });
      expect((await both()).map((row) => row["Invoice number"])).toEqual(["INV-000001", "INV-000001"]);
    });

    test("come as workbooks as well, whose cells are texts", async () => {
      const { merchant } = await aSale(world);
      const files = { "product/order/merchant": "orders", "product/payment/merchant": "payments" };
      for (const [path, name] of Object.entries(files)) {
        const answer = await world.api.request(`/api/v1/${path}/export?format=xlsx`, {
          headers: { Authorization: merchant.token },
        });
        expect(answer.headers.get("Content-Disposition")).toBe(`attachment; filename="${name}.xlsx"`);
        const csv = await workbookReader().asCsv("ada", new Uint8Array(await answer.arrayBuffer()));
        const [head = "", row = ""] = csv.split("\n");
        expect(head.split(",").slice(0, 2)).toEqual(name === "orders" ? ["Order ID", "Date"] : ["Paid on", "Order ID"]);
        // A cell with a number would have lost its last zero.
        expect(row).toContain(",10.00,");
      }
    });

    test("of payments have the list's filters, and go on behind a hundred", async () => {
      const { merchant, orderId } = await aSale(world);
      await act(world, merchant.token, orderId, "cancel", { reason: "Hail." });
      const at = "/product/payment/merchant/export";
      const figures = async (query: string) =>
        (await rowsOf(world, merchant.token, at + query)).map((row) => [row["Status"], row["Net"]]);
      expect(await figures("?status=Refunded&year=2026")).toEqual([["Refunded", "0.00"]]);
      expect([await figures("?status=Paid"), await figures("?year=2025")]).toEqual([[], []]);

      const { db } = world.services;
      const order = await db.selectFrom("orders").selectAll().executeTakeFirstOrThrow();
      const part = await db.selectFrom("orderParts").selectAll().executeTakeFirstOrThrow();
      const { payment: _payment, paymentAt: _paymentAt, ...kept } = part;
      const numbers = Array.from({ length: 230 }, (_, n) => n);
      const idOf = (n: number, kind: string) => `${kind}${String(n).padStart(23, "0")}`;
      await db
        .insertInto("orders")
        .values(numbers.map((n) => ({ ...order, _id: idOf(n, "a"), itemId: 20_000 + n, intentId: null })))
        .execute();
      await db
        .insertInto("orderParts")
        .values(numbers.map((n) => ({ ...kept, _id: idOf(n, "b"), orderId: idOf(n, "a"), invoiceNumber: null })))
        .execute();
      const rows = await rowsOf(world, merchant.token, at);
      expect(new Set(rows.map((row) => row["Order ID"])).size).toBe(231);
      expect(rows).toHaveLength(231);
    });
  },
  throughStripe,
);
