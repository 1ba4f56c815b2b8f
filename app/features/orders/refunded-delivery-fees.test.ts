import { expect, test } from "vitest";
import { releaseHold } from "~/features/checkout/hold-stock.server";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import {
  aStallWithFee,
  anOrderWithFee,
  backAtProvider,
  balance,
  DELIVERY,
  expectWholeBooks,
} from "../../../tests/fixtures/delivery-fees";
import { aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

/* The clock is set to Monday 2 March 2026. */

onBothDatabases("the price of a way, when money goes back,", (world) => {
  test("stays with the part when pieces go back, and goes back with the last of them while nothing was sent", async () => {
    const stall = await aStallWithFee(world);
    const order = await anOrderWithFee(world, stall);
    const one = { lines: [{ lineId: order.lineOf("Bread"), quantity: 1 }] };
    expect((await order.refund(one)).body.data).toMatchObject({ refunded: 5.35, deliveryFeeRefunded: 0 });
    expect((await order.refund(one)).body.data).toMatchObject({
      statusText: "Cancelled",
      refunded: 10.7,
      deliveryFeeRefunded: 4.5,
      refunds: [
        { amount: 5.35, deliveryFee: 0 },
        { amount: 9.85, deliveryFee: 4.5 },
      ],
    });
    expect(await order.order()).toMatchObject({ refunded: 15.2 });
    expect(await backAtProvider(world)).toBe(1520);
    expect(await balance(world, stall)).toMatchObject({ sold: 10.7, deliveryFees: 0, givenBack: 10.7, owed: 0 });
    await expectWholeBooks(world);
  });

  test("of what was sent goes back by choice alone, with pieces or by itself, once", async () => {
    const stall = await aStallWithFee(world);
    const order = await anOrderWithFee(world, stall);
    await order.act("ship");
    const all = { lines: [{ lineId: order.lineOf("Bread"), quantity: 2 }] };
    expect((await order.refund(all)).body.data).toMatchObject({
      statusText: "Refunded",
      refunded: 10.7,
      deliveryFeeRefunded: 0,
    });
    expect(await balance(world, stall)).toMatchObject({ deliveryFees: 4.5, owed: 4.5 });
    await expectWholeBooks(world);
    const alone = { lines: [], deliveryFee: true };
    expect((await order.refund(alone)).body.data).toMatchObject({
      statusText: "Refunded",
      refunded: 10.7,
      deliveryFeeRefunded: 4.5,
      refunds: [
        { amount: 10.7, deliveryFee: 0 },
        { amount: 4.5, deliveryFee: 4.5, lines: [] },
      ],
    });
    expect((await order.refund(alone)).body.error).toMatchObject([{ code: "nothing_to_refund" }]);
    expect(await backAtProvider(world)).toBe(1520);
    expect(await balance(world, stall)).toMatchObject({ deliveryFees: 0, owed: 0 });
    const days = await world.services.db.selectFrom("daySales").selectAll().execute();
    expect(days).toMatchObject([{ refundedOrders: 1, deliveryFeeCents: 450, deliveryFeeRefundedCents: 450 }]);
    await expectWholeBooks(world);

    const otherOrder = await anOrderWithFee(world, stall);
    await otherOrder.act("ship");
    const request = { lines: [{ lineId: otherOrder.lineOf("Bread"), quantity: 1 }], deliveryFee: true };
    expect((await otherOrder.refund(request)).body.data).toMatchObject({
      statusText: "Shipped",
      deliveryFeeRefunded: 4.5,
    });
    await expectWholeBooks(world);
  });

  test("goes back with a part that its merchant calls off, or that an operator refunds before it was sent", async () => {
    const stall = await aStallWithFee(world);
    const [one, otherOrder, shippedOrder] = [
      await anOrderWithFee(world, stall),
      await anOrderWithFee(world, stall),
      await anOrderWithFee(world, stall),
    ];
    const cancelled = await one.act("cancel", { reason: "Oven broken." });
    expect(cancelled.body.data).toMatchObject({ refunded: 10.7, deliveryFeeRefunded: 4.5 });
    await otherOrder.refundByOperator();
    expect(await otherOrder.order()).toMatchObject({ refunded: 15.2 });
    await shippedOrder.act("ship");
    await shippedOrder.refundByOperator();
    expect(await shippedOrder.order()).toMatchObject({ refunded: 10.7 });
    await shippedOrder.refundByOperator({ deliveryFee: true });
    expect(await shippedOrder.order()).toMatchObject({ refunded: 15.2 });
    expect((await shippedOrder.refundByOperator({ deliveryFee: true })).body.error).toMatchObject([
      { code: "nothing_to_refund" },
    ]);
    expect(await backAtProvider(world)).toBe(3 * 1520);
    expect(await balance(world, stall)).toMatchObject({ deliveryFees: 0, owed: 0 });
    await expectWholeBooks(world);
    const letters = await mailsSent(world, one.buyer.email);
    expect(letters.filter(({ text }) => /Delivery fee[^]*\$4\.50[^]*\$15\.20 back/.test(text))).toHaveLength(1);
  });

  test("is given up with a hold that ends unpaid, and goes back with a payment that comes too late", async () => {
    const stall = await aStallWithFee(world);
    const buyer = await aUser(world);
    const { body } = await initialize(world, buyer.token, stall.cartOf(50), { ways: stall.ways });
    await releaseHold(world.services, body.payment.orderId as string);
    const small = await aStallWithFee(world, { ...DELIVERY, freeFrom: null });
    const lateCheckout = await initialize(world, buyer.token, small.cartOf(50), { ways: small.ways });
    await confirm(world, lateCheckout.body.data as string);
    await releaseHold(world.services, lateCheckout.body.payment.orderId as string);
    await anOrderWithFee(world, small, 50);
    const answer = await finalize(world, buyer.token, lateCheckout.body.payment.stripeId as string);
    expect(answer.body.error).toMatchObject([{ code: "sold_meanwhile" }]);
    expect(await backAtProvider(world)).toBe(50 * 535 + 450);
    await expectWholeBooks(world);
  });
});
