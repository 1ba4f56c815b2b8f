import { expect, test } from "vitest";
import { aPaidCheckout, confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { allowPayingThere, aPaidThereStall } from "../../../tests/fixtures/collection";
import { aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const anOperator = (world: World) => aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Hartman" });
const refund = (world: World, token: string, id: string, overrides: object = {}) =>
  world.call("POST", `/operator/orders/${id}/refund`, {
    token,
    body: { reason: "The cold chain broke.", ...overrides },
  });
const ledgerSum = async (world: World) =>
  (await world.services.db.selectFrom("ledger").select("amountCents").execute()).reduce(
    (sum, row) => sum + row.amountCents,
    0,
  );
const refunded = async (world: World) =>
  (await world.services.db.selectFrom("testRefunds").select("amountCents").execute()).map((row) => row.amountCents);

/** A paid order of two merchants: 2 × $2.50 and 1 × $4.00, ten of each in stock before. */
async function ofTwoMerchants(world: World) {
  const buyer = await aUser(world);
  const [pears, bread] = [
    await aProduct(world, { quantity: 10, vatCents: 41 }),
    await aProduct(world, { quantity: 10, amountCents: 400 }),
  ];
  const initialized = await initialize(world, buyer.token, [
    { product: pears._id, quantity: 2 },
    { product: bread._id, quantity: 1 },
  ]);
  await confirm(world, initialized.body.data);
  const order = (await finalize(world, buyer.token, initialized.body.payment.stripeId)).body.data;
  const parts = await world.services.db.selectFrom("orderParts").selectAll().where("orderId", "=", order._id).execute();
  const partOf = (product: { merchantId: string }) =>
    parts.find((part) => part.merchantId === product.merchantId)?._id ?? "";
  await mailsSent(world);
  world.mails.length = 0;
  return { buyer, pears, bread, orderId: order._id as string, pearPart: partOf(pears), breadPart: partOf(bread) };
}

onBothDatabases("an operator's refund of parts", (world) => {
  test("one part goes back: the buyer's money, the goods that were not sent, and the sale in the books", async () => {
    const { token } = await anOperator(world);
    const { buyer, pears, bread, orderId, pearPart } = await ofTwoMerchants(world);
    expect(await ledgerSum(world)).toBe(900);
    expect((await refund(world, token, orderId, { partId: pearPart })).status).toBe(200);
    expect([await stockOf(world, pears._id), await stockOf(world, bread._id), await ledgerSum(world)]).toEqual([
      10, 9, 400,
    ]);
    await world.runner.drain();
    expect(await refunded(world)).toEqual([500]);
    const { data } = (await world.call("GET", `/operator/orders/${orderId}`, { token })).body;
    expect(data).toMatchObject({
      isCompleted: false,
      refunds: [{ amount: 5, partId: pearPart, reason: "The cold chain broke." }],
    });
    expect(data.refunds[0].doneAt).not.toBeNull();
    expect(data.parts.map((part: { statusText: string }) => part.statusText).sort()).toEqual([
      "Processing",
      "Refunded",
    ]);
    expect(world.mails.find((mail) => mail.to === buyer.email)?.text).toContain("The cold chain broke.");
    expect(world.mails).toHaveLength(2);
    const entries = await world.services.db.selectFrom("auditLog").select(["action", "subject", "details"]).execute();
    expect(entries.map(({ details, ...entry }) => [entry, JSON.parse(details)])).toEqual([
      [
        { action: "order.refunded", subject: `#${data.itemId}` },
        { order: orderId, amount: 5, part: pearPart, reason: "The cold chain broke." },
      ],
    ]);
  });

  test("its sums are shown before the press, merchant by merchant, and nothing is written for it", async () => {
    const { token } = await anOperator(world);
    const { pears, orderId, pearPart, breadPart } = await ofTwoMerchants(world);
    const sums = async (body: object) =>
      (await world.call("POST", `/operator/orders/${orderId}/refund/sums`, { token, body })).body;
    const all = (await sums({})).data;
    expect(all).toMatchObject({ amount: 9, refunded: 0 });
    expect(all.parts).toHaveLength(2);
    expect(all.parts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ partId: pearPart, amount: 5, vat: 0.82, merchantBears: 5, feeGivenBack: 0, left: 0 }),
        expect.objectContaining({ partId: breadPart, amount: 4, merchantBears: 4, isPaidOut: false, left: 0 }),
      ]),
    );
    const lineId = all.parts.find((part: { partId: string }) => part.partId === pearPart).lines[0].lineId;
    expect((await sums({ lines: [{ lineId, quantity: 1 }] })).data).toMatchObject({
      amount: 2.5,
      parts: [{ partId: pearPart, left: 2.5, lines: [{ what: `1 × ${pears.title}`, amount: 2.5 }] }],
    });
    expect((await sums({ lines: [{ lineId, quantity: 3 }] })).error[0]).toMatchObject({
      code: "more_than_is_left",
      field: "lines.0.quantity",
    });
    expect((await sums({ partId: "0123456789abcdef01234567" })).error[0].code).toBe("unknown_order");
    expect((await sums({ partId: pearPart, lines: [{ lineId, quantity: 1 }] })).error[0].field).toBe("lines");
    const waiting = (await aPaidCheckout(world)).orderId;
    expect((await world.call("POST", `/operator/orders/${waiting}/refund/sums`, { token, body: {} })).status).toBe(404);
    expect([await ledgerSum(world), await stockOf(world, pears._id)]).toEqual([900, 8]);

    // An operator who has seen these sums, but comes after another operator, is refused.
    await refund(world, token, orderId, { partId: pearPart, refunded: all.refunded });
    const late = await refund(world, token, orderId, { partId: breadPart, refunded: all.refunded });
    expect([late.status, late.body.error[0].code]).toEqual([409, "refunded_meanwhile"]);
    expect((await sums({})).data).toMatchObject({ amount: 4, refunded: 5, parts: [{ partId: breadPart }] });
    expect((await sums({ partId: pearPart })).error[0].code).toBe("nothing_to_refund");
  });

  test("an order that is paid at collection is called off, its sums shown before, and no money goes back", async () => {
    const { token } = await anOperator(world);
    await allowPayingThere(world);
    const { order, bread, sale } = await aPaidThereStall(world);
    const { _id: id } = (await order(await aUser(world))).body.order;
    const sums = await world.call("POST", `/operator/orders/${id}/refund/sums`, { token, body: {} });
    expect([sums.status, sums.body.data.refunded]).toEqual([200, 0]);
    expect((await refund(world, token, id)).status).toBe(200);
    expect((await sale(id)).body.data).toMatchObject({ statusText: "Refunded", onCollection: { due: 0 } });
    expect([await stockOf(world, bread._id), await refunded(world)]).toEqual([50, []]);
  });

  test("the rest goes back afterwards, and then nothing more", async () => {
    const { token } = await anOperator(world);
    const { orderId, pearPart } = await ofTwoMerchants(world);
    await refund(world, token, orderId, { partId: pearPart });
    expect((await refund(world, token, orderId)).status).toBe(200);
    expect((await refund(world, token, orderId)).body.error[0].code).toBe("nothing_to_refund");
    await world.runner.drain();
    expect((await refunded(world)).sort((a, b) => a - b)).toEqual([400, 500]);
    expect(await ledgerSum(world)).toBe(0);
    expect((await world.call("GET", `/operator/orders/${orderId}`, { token })).body.data.isCompleted).toBe(true);
  });

  test("what was sent already does not come back into stock", async () => {
    const { token } = await anOperator(world);
    const { bread, orderId, breadPart } = await ofTwoMerchants(world);
    await world.services.db
      .updateTable("orderParts")
      .set({ statusText: "Delivered" })
      .where("_id", "=", breadPart)
      .execute();
    await refund(world, token, orderId, { partId: breadPart });
    expect(await stockOf(world, bread._id)).toBe(9);
  });

  test("two operators who refund at once give the money back once", async () => {
    const { token } = await anOperator(world);
    const { orderId } = await ofTwoMerchants(world);
    const answers = await Promise.all([refund(world, token, orderId), refund(world, token, orderId)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    await world.runner.drain();
    expect(await refunded(world)).toEqual([900]);
  });

  test("without a reason, of another order's part, or unpaid, nothing goes back", async () => {
    const { token } = await anOperator(world);
    const [{ orderId }, other] = [await ofTwoMerchants(world), await ofTwoMerchants(world)];
    expect((await refund(world, token, orderId, { reason: "" })).body.error[0].field).toBe("reason");
    expect((await refund(world, token, orderId, { partId: other.pearPart })).status).toBe(404);
    expect((await refund(world, token, "0123456789abcdef01234567")).body.error[0].code).toBe("unknown_order");
    const buyer = await aUser(world);
    const unpaid = await initialize(world, buyer.token, [{ product: (await aProduct(world))._id, quantity: 1 }]);
    expect((await refund(world, token, unpaid.body.payment.orderId)).status).toBe(404);
    await world.runner.drain();
    expect(await refunded(world)).toEqual([]);
  });
});
