import { expect, test } from "vitest";
import { bought } from "../../../tests/fixtures/books";
import { aProduct, aUser, mailsSent } from "../../../tests/fixtures/shop";
import { counted, onBothDatabases, type World } from "../../../tests/fixtures/world";

const packing = async (world: World, token: string, orders = "") =>
  (await world.call("GET", `/product/order/merchant/packing${orders && `?orders=${orders}`}`, { token })).body.data;
const ship = (world: World, token: string, shipments: object[], key?: string) =>
  world.call("POST", "/product/order/merchant/ship", {
    token,
    body: { shipments },
    ...(key && { headers: { "Idempotency-Key": key } }),
  });

/** A merchant with `count` paid orders, a minute apart. Each has 2 apples, and every other one also a plum. */
async function ordersOf(world: World, count: number) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const [apples, plums] = [
    await aProduct(world, { merchantId: merchant._id, title: "Apples", sku: "AP", quantity: 500 }),
    await aProduct(world, { merchantId: merchant._id, title: "Plums", sku: "PL", quantity: 500 }),
  ];
  const buyers = [];
  const ids = [];
  for (let n = 0; n < count; n += 1) {
    const buyer = await aUser(world, { firstName: "Zoë" });
    buyers.push(buyer);
    ids.push(
      await bought(
        world,
        buyer.token,
        n % 2
          ? [
              [apples._id, 2],
              [plums._id, 1],
            ]
          : [[apples._id, 2]],
      ),
    );
    world.clock.forward(60);
  }
  const { docs } = await packing(world, merchant.token);
  return {
    merchant,
    apples,
    plums,
    buyers,
    ids,
    numbers: docs.map((doc: { itemId: number }) => doc.itemId) as number[],
  };
}

onBothDatabases("what is to be packed", (world) => {
  test("is every order that waits, oldest first, and the pieces to take off the shelves for all of them", async () => {
    const { merchant, ids, numbers } = await ordersOf(world, 3);
    const { answer, statements } = await counted(() => packing(world, merchant.token));
    expect(answer.docs.map((doc: { _id: string }) => doc._id)).toEqual(ids);
    expect(answer).toMatchObject({
      total: 3,
      picks: [
        { title: "Apples", sku: "AP", pieces: 6, orders: numbers },
        { title: "Plums", sku: "PL", pieces: 1, orders: [numbers[1]] },
      ],
    });
    // One of the statements reads the signed-in merchant.
    expect(statements).toBeLessThanOrEqual(4);
  });

  test("leaves out pieces whose price went back, and orders that are somebody else's", async () => {
    const { merchant, numbers, ids } = await ordersOf(world, 2);
    const other = await ordersOf(world, 1);
    await world.services.db
      .updateTable("orderLines")
      .set({ refundedQuantity: 1 })
      .where("orderId", "=", ids[0] ?? "")
      .execute();
    const chosen = await packing(world, merchant.token, [numbers[0], other.numbers[0], 999_999].join());
    expect(chosen).toMatchObject({ total: 1, docs: [{ _id: ids[0] }], picks: [{ title: "Apples", pieces: 1 }] });
    expect(chosen.picks).toHaveLength(1);
    const refusal = await world.call("GET", "/product/order/merchant/packing?orders=1,x", { token: merchant.token });
    expect([refusal.status, refusal.body.error[0].field]).toEqual([422, "orders"]);
  });

  test("comes as PDF and as CSV as well", async () => {
    const { merchant, numbers } = await ordersOf(world, 12);
    const get = (what: string) =>
      world.call("GET", `/product/order/merchant/packing/${what}?orders=${numbers.slice(0, 11)}`, {
        token: merchant.token,
      });
    const pdf = await get("slips");
    expect([pdf.status, pdf.headers.get("Content-Type"), String(pdf.body).slice(0, 5)]).toEqual([
      200,
      "application/pdf",
      "%PDF-",
    ]);
    // The pick list, and more than two slips on a sheet.
    const sheets = String(pdf.body).match(/\/Type \/Page\b/g)?.length ?? 0;
    expect(sheets).toBeGreaterThan(2);
    expect(sheets).toBeLessThan(7);
    const csv = await get("export");
    const rows = String(csv.body).trim().split("\r\n");
    expect(rows.slice(1).map((row) => Number(row.split(",")[0]))).toEqual(numbers.slice(0, 11));
  });
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
    for (const [n, buyer] of buyers.entries()) {
      const mails = (await mailsSent(world, buyer.email)).filter((mail) => mail.subject.includes("on their way"));
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
