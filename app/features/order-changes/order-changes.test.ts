import { expect, test } from "vitest";
import { invoicePdf } from "~/features/merchant-orders/invoice.server";
import { DAY, HOUR } from "../../../tests/fixtures/adding";
import { outcomeOf } from "../../../tests/fixtures/answers";
import { aStall, SUNDAY } from "../../../tests/fixtures/changeable-orders";
import { placesTaken } from "../../../tests/fixtures/market-days";
import { readPdf } from "../../../tests/fixtures/pdf";
import { aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

/* The clock stands at Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

onBothDatabases("an order until its cut-off", (world) => {
  test("says its way in the merchant's spreadsheet and on the invoice", async () => {
    const { merchant, anOrder } = await aStall(world);
    const { id } = await anOrder();
    const get = (path: string) => world.call("GET", `/product/order/merchant/${path}`, { token: merchant.token });
    const [head, line] = (await get("export")).body.split("\r\n");
    expect(head).toMatch(/,Way,Day,From,To,Delivery fee,Delivery fee refunded,Invoice number,Date of supply$/);
    expect(line).toMatch(/,Collect at Town Hall Market,2026-03-07,09:00,12:00,0.00,0.00,INV-000001,2026-03-07$/);
    const seller = { storeName: "Mira's Stall", trader: null, businessAddress: "3 Market Row" };
    const pdf = await readPdf(invoicePdf((await get(id)).body.data, seller, world.services.config));
    // The text is on two lines.
    expect(pdf.texts.replaceAll(/\s+/g, " ")).toContain("Collect at Town Hall Market, Saturday 7 March, 9 to 12");
  });

  test("has pieces taken out: their price goes back once, and the goods are for sale again", async () => {
    const { merchant, anOrder, bread } = await aStall(world);
    const order = await anOrder();
    const headers = { "Idempotency-Key": "two-breads-less" };
    const lines = [
      { lineId: order.lineOf("Bread"), quantity: 2 },
      { lineId: order.lineOf("Jam"), quantity: 0 },
    ];
    const answer = await order.takeOut(lines, headers);
    expect(answer.body).toMatchObject({
      amountBack: 10,
      data: { refunded: 10, parts: [{ statusText: "Processing" }] },
    });
    expect((await order.takeOut(lines, headers)).body.amountBack).toBe(10);
    expect(await stockOf(world, bread._id)).toBe(49);
    expect(outcomeOf(await order.takeOut([{ lineId: order.lineOf("Bread"), quantity: 2 }]))).toBe("more_than_is_left");
    const refunds = await world.services.db.selectFrom("refunds").select(["amountCents", "cause"]).execute();
    expect(refunds).toEqual([{ amountCents: 1000, cause: null }]);
    for (const { email } of [merchant, order.buyer])
      expect(
        (await mailsSent(world, email)).filter(({ text }) => /2 × Bread[^]*\$10\.00 go back/.test(text)),
      ).toHaveLength(1);
    expect(await placesTaken(world)).toEqual(["07: 1"]);
  });

  test("of which everything is taken out is cancelled and leaves its place to others", async () => {
    const { anOrder, bread } = await aStall(world);
    const order = await anOrder();
    const all = [
      { lineId: order.lineOf("Bread"), quantity: 3 },
      { lineId: order.lineOf("Jam"), quantity: 1 },
    ];
    expect((await order.takeOut(all)).body).toMatchObject({
      amountBack: 18.2,
      data: { isCompleted: true, parts: [{ statusText: "Cancelled" }] },
    });
    expect([await placesTaken(world), await stockOf(world, bread._id)]).toEqual([["07: 0"], 50]);
    expect([outcomeOf(await order.move(SUNDAY)), outcomeOf(await order.takeOut(all))]).toEqual([
      "already_cancelled",
      "already_cancelled",
    ]);
  });

  test("is refused what is none of its lines, or nothing", async () => {
    const { anOrder } = await aStall(world);
    const [order, otherOrder] = [await anOrder(), await anOrder()];
    expect(outcomeOf(await order.takeOut([{ lineId: otherOrder.lineOf("Bread"), quantity: 1 }]))).toBe("unknown_line");
    const emptyRequest = await order.takeOut([{ lineId: order.lineOf("Bread"), quantity: 0 }]);
    expect([emptyRequest.status, emptyRequest.body.error]).toMatchObject([422, [{ field: "lines" }]]);
  });

  test("is changed by its buyer alone", async () => {
    const { anOrder, merchant } = await aStall(world);
    const order = await anOrder();
    const stranger = await aUser(world);
    const move = (token: string) => world.call("POST", `${order.path}/time`, { token, body: { time: SUNDAY } });
    expect(outcomeOf(await move(stranger.token))).toBe("unknown_order");
    expect((await move(merchant.token)).status).toBe(403);
    expect((await world.call("GET", `${order.path}/changes`, { token: stranger.token })).status).toBe(404);
  });

  test("can be changed to the last second before its cut-off, and no later", async () => {
    const { anOrder } = await aStall(world);
    const order = await anOrder();
    world.clock.forward(3 * DAY + 6 * HOUR - 1);
    expect(outcomeOf(await order.takeOut([{ lineId: order.lineOf("Bread"), quantity: 1 }]))).toBe("done");
    world.clock.forward(1);
    const jam = [{ lineId: order.lineOf("Jam"), quantity: 1 }];
    expect([outcomeOf(await order.takeOut(jam)), outcomeOf(await order.move(SUNDAY))]).toEqual([
      "past_cut_off",
      "past_cut_off",
    ]);
    expect((await order.changes()).closed).toMatchObject({ code: "past_cut_off" });
  });

  test("cannot be changed once it is ready, nor where there is no cut-off", async () => {
    const { anOrder, merchant } = await aStall(world);
    const order = await anOrder();
    await world.call("POST", `/product/order/merchant/${order.id}/ship`, { token: merchant.token, body: {} });
    expect(outcomeOf(await order.move(SUNDAY))).toBe("already_shipped");
    const carrier = await aStall(world, { kind: "carrier", name: "By carrier", times: [] });
    const shippedOrder = await carrier.anOrder("T");
    expect(outcomeOf(await shippedOrder.takeOut([{ lineId: shippedOrder.lineOf("Jam"), quantity: 1 }]))).toBe(
      "not_changeable",
    );
  });

  test("cannot be changed while the buyer's bank asks for its payment back", async () => {
    const { anOrder } = await aStall(world);
    const { id, move, takeOut, lineOf } = await anOrder();
    const disputedAt = world.clock.now().toISOString();
    await world.services.db.updateTable("orders").set({ disputedAt }).where("_id", "=", id).execute();
    expect([outcomeOf(await move(SUNDAY)), outcomeOf(await takeOut([{ lineId: lineOf("Jam"), quantity: 1 }]))]).toEqual(
      ["disputed", "disputed"],
    );
  });
});
