import { expect, test } from "vitest";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("buying", (world) => {
  test("a buyer pays, the order is in the history, and the stock has gone down by just that much", async () => {
    const buyer = await aUser(world);
    const [apples, bread] = [
      await aProduct(world, { amountCents: 420, quantity: 10 }),
      await aProduct(world, { amountCents: 310, quantity: 5 }),
    ];
    const initialized = await initialize(world, buyer.token, [
      { product: apples._id, quantity: 2 },
      { product: bread._id, quantity: 1 },
    ]);
    expect(initialized.status).toBe(200);
    expect(initialized.body.data).toBe(initialized.body.payment.clientSecret);
    expect(await stockOf(world, apples._id)).toBe(8);
    expect((await confirm(world, initialized.body.data)).body.data.status).toBe("succeeded");
    const placed = await finalize(world, buyer.token, initialized.body.payment.stripeId);
    expect(placed.body.data).toMatchObject({
      amount: 11.5,
      quantity: 3,
      isCompleted: false,
      parts: [{ statusText: "Processing" }, { statusText: "Processing" }],
    });
    const history = await world.call("GET", "/product/order", { token: buyer.token });
    expect(history.body.data).toMatchObject({
      total: 1,
      page: 1,
      hasNextPage: false,
      docs: [{ itemId: placed.body.data.itemId, amount: 11.5 }],
    });
    expect([await stockOf(world, apples._id), await stockOf(world, bread._id)]).toEqual([8, 4]);
  });

  test("buyer and every merchant of the order get one mail each, however often it is finalized", async () => {
    const buyer = await aUser(world);
    const products = [await aProduct(world), await aProduct(world)];
    const initialized = await initialize(
      world,
      buyer.token,
      products.map((product) => ({ product: product._id, quantity: 1 })),
    );
    await confirm(world, initialized.body.data);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => finalize(world, buyer.token, initialized.body.payment.stripeId)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect((await mailsSent(world)).map((mail) => mail.subject.replace(/#\d+/, "#"))).toHaveLength(3);
    expect(await mailsSent(world, buyer.email)).toHaveLength(1);
  });

  test("a buyer whose browser closes after paying still has the order", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: 3 });
    const initialized = await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
    await confirm(world, initialized.body.data);
    world.clock.forward(20);
    await world.runner.drain(["payments.reconcile"]);
    const history = await world.call("GET", "/product/order", { token: buyer.token });
    expect(history.body.data.total).toBe(1);
    expect(await stockOf(world, product._id)).toBe(2);
  });

  test("a hold that is not paid within 30 minutes goes back into stock, and its payment can no longer be made", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: 3 });
    const initialized = await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }]);
    expect(await stockOf(world, product._id)).toBe(1);
    world.clock.forward(31 * 60);
    await world.runner.drain(["payments.reconcile"]);
    expect(await stockOf(world, product._id)).toBe(3);
    expect((await confirm(world, initialized.body.data)).body.data.status).toBe("canceled");
    expect((await finalize(world, buyer.token, initialized.body.payment.stripeId)).body.error[0].code).toBe(
      "payment_not_completed",
    );
  });
});
