import { expect, test } from "vitest";
import { ordersOf, packing } from "../../../tests/fixtures/paid-orders";
import { mailsSent } from "../../../tests/fixtures/shop";
import { counted, onBothDatabases, type World } from "../../../tests/fixtures/world";

const ship = (world: World, token: string, shipments: object[], key?: string) =>
  world.call("POST", "/product/order/merchant/ship", {
    token,
    body: { shipments },
    ...(key && { headers: { "Idempotency-Key": key } }),
  });

onBothDatabases("many orders that are sent at once", (world) => {
  test("are each marked with their own carrier and number, and each buyer is told once, in as many statements as two", async () => {
    const { merchant, ids, buyers } = await ordersOf(world, 12);
    const shipments = ids.map((order, n) => ({ order, carrier: "Parcel Post", trackingNumber: `PP ${n}` }));
    const few = await counted(() => ship(world, merchant.token, shipments.slice(0, 2)));
    const { answer, statements } = await counted(() => ship(world, merchant.token, shipments.slice(2), "one-press"));
    expect(answer.body.data).toEqual({ shipped: ids.slice(2), refused: [] });
    expect(await ship(world, merchant.token, shipments.slice(2), "one-press")).toMatchObject({ body: answer.body });
    // The key of the second call takes four more: its row, the mark that the work is done, its result, and the answer.
    expect(statements).toBeLessThanOrEqual(few.statements + 4);
    expect((await packing(world, merchant.token)).total).toBe(0);
    const sentMails = (await mailsSent(world)).filter((mail) => mail.subject.includes("on their way"));
    for (const [n, buyer] of buyers.entries()) {
      const mails = sentMails.filter((mail) => mail.to === buyer.email);
      expect([n, mails.length, mails[0]?.text.includes(`Tracking number: PP ${n}\n`)]).toEqual([n, 1, true]);
    }
    const orders = await world.call("GET", "/product/order/merchant?status=Shipped", { token: merchant.token });
    expect(orders.body.data.total).toBe(12);
    const one = await world.call("GET", `/product/order/merchant/${ids[7]}`, { token: merchant.token });
    expect(one.body.data).toMatchObject({ carrier: "Parcel Post", trackingNumber: "PP 7" });
  });

  test("are sent as far as they can be; the others say why not and stay as they are", async () => {
    const { merchant, ids } = await ordersOf(world, 4);
    const [sent = "", cancelled = "", delivered = "", fine = ""] = ids;
    const other = await ordersOf(world, 1);
    const act = (id: string, step: string, body: object) =>
      world.call("POST", `/product/order/merchant/${id}/${step}`, { token: merchant.token, body });
    await act(sent, "ship", { trackingNumber: "KEPT" });
    await act(cancelled, "cancel", { reason: "Hail" });
    await act(delivered, "ship", {});
    await act(delivered, "deliver", {});
    const answer = await ship(
      world,
      merchant.token,
      [sent, cancelled, delivered, other.ids[0] ?? "", "0".repeat(24), fine].map((order) => ({ order })),
    );
    expect(answer.status).toBe(200);
    expect(answer.body.data.shipped).toEqual([fine]);
    expect(answer.body.data.refused.map((one: { order: string; code: string }) => [one.order, one.code])).toEqual([
      [sent, "already_shipped"],
      [cancelled, "already_cancelled"],
      [delivered, "already_delivered"],
      [other.ids[0], "unknown_order"],
      ["0".repeat(24), "unknown_order"],
    ]);
    expect((await act(sent, "ship", { trackingNumber: "KEPT" })).body.data).toMatchObject({ trackingNumber: "KEPT" });
    expect((await packing(world, other.merchant.token)).total).toBe(1);
  });

  test("five times in one moment are sent once", async () => {
    const { merchant, ids, buyers } = await ordersOf(world, 3);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        ship(
          world,
          merchant.token,
          ids.map((order) => ({ order })),
        ),
      ),
    );
    expect(answers.map((answer) => answer.body.data.shipped.length).toSorted()).toEqual([0, 0, 0, 0, 3]);
    expect(
      (await mailsSent(world, buyers[0]?.email)).filter((mail) => mail.subject.includes("on their way")),
    ).toHaveLength(1);
  });

  test("are none, or the same one twice: refused with the sentence for it", async () => {
    const { merchant, ids } = await ordersOf(world, 1);
    for (const shipments of [[], [{ order: ids[0] }, { order: ids[0] }]]) {
      const refusal = await ship(world, merchant.token, shipments);
      expect([refusal.status, refusal.body.error[0].field]).toEqual([422, "shipments"]);
    }
    const wordy = await ship(world, merchant.token, [{ order: ids[0], trackingNumber: "9".repeat(81) }]);
    expect([wordy.status, wordy.body.error[0].field]).toEqual([422, "shipments.0.trackingNumber"]);
  });
});
