import { expect, test } from "vitest";
import { confirm, initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

const MINUTE = 60;
const DECLINED = { number: "4000 0000 0000 0002" };

onBothDatabases("a buyer who comes back to the checkout again and again", (world) => {
  test("keeps the goods for 30 minutes while nothing is paid with", async () => {
    const [buyer, stranger] = [await aUser(world), await aUser(world)];
    const product = await aProduct(world, { quantity: 3 });
    const askedBy = (token: string) => initialize(world, token, [{ product: product._id, quantity: 3 }]);
    for (let times = 0; times < 2; times += 1) {
      expect((await askedBy(buyer.token)).body.payment.heldUntil).toBe("2026-03-02T12:30:00.000Z");
      world.clock.forward(14 * MINUTE);
    }
    world.clock.forward(2 * MINUTE);
    await world.runner.drain(["payments.reconcile"]);
    expect((await askedBy(stranger.token)).status).toBe(200);
  });

  test("holds them anew from the second at which the hold has ended", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: 3 });
    const payment = async () =>
      (await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }])).body.payment;
    const first = await payment();
    world.clock.forward(30 * MINUTE);
    const second = await payment();
    expect([second.orderId === first.orderId, second.heldUntil]).toEqual([false, "2026-03-02T13:00:00.000Z"]);
    expect(await stockOf(world, product._id)).toBe(1);
  });

  test("keeps them for 90 minutes at the most while cards are tried; then they are there for others", async () => {
    const [buyer, stranger] = [await aUser(world), await aUser(world)];
    const product = await aProduct(world, { quantity: 3 });
    const askedBy = (token: string) => initialize(world, token, [{ product: product._id, quantity: 3 }]);
    const first = await askedBy(buyer.token);
    await confirm(world, first.body.data, DECLINED);
    const until = async () => (await askedBy(buyer.token)).body.payment.heldUntil as string;

    const held = [await until()];
    for (let times = 0; times < 3; times += 1) {
      world.clock.forward(25 * MINUTE);
      held.push(await until());
    }
    world.clock.forward(14 * MINUTE);
    held.push(await until());
    expect(held).toEqual([
      "2026-03-02T12:30:00.000Z",
      "2026-03-02T12:55:00.000Z",
      "2026-03-02T13:20:00.000Z",
      "2026-03-02T13:30:00.000Z",
      "2026-03-02T13:30:00.000Z",
    ]);
    expect((await askedBy(stranger.token)).body.error[0].code).toBe("sold_out");

    world.clock.forward(MINUTE);
    await world.runner.drain(["payments.reconcile"]);
    expect(await stockOf(world, product._id)).toBe(3);
    expect((await askedBy(stranger.token)).status).toBe(200);
    expect((await askedBy(buyer.token)).body.error[0].code).toBe("sold_out");
  });

  test("keeps them for 30 minutes more after a clock that was a day ahead is set right", async () => {
    const [buyer, stranger] = [await aUser(world), await aUser(world)];
    const product = await aProduct(world, { quantity: 3 });
    const askedBy = (token: string) => initialize(world, token, [{ product: product._id, quantity: 3 }]);
    world.clock.forward(86_400);
    expect((await askedBy(buyer.token)).body.payment.heldUntil).toBe("2026-03-03T12:30:00.000Z");
    world.clock.forward(-86_400);
    await world.runner.drain(["payments.reconcile"]);
    expect((await askedBy(stranger.token)).body.error[0].code).toBe("sold_out");
    world.clock.forward(30 * MINUTE);
    await world.runner.drain(["payments.reconcile"]);
    expect((await askedBy(stranger.token)).status).toBe(200);
  });
});
