import { expect, test } from "vitest";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { productTag } from "~/features/cache-tags";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const pageOf = async (world: World, product: { _id: string }) =>
  (await world.call("GET", `/product/general/${product._id}`)).body.data;

onBothDatabases(
  "goods that are held and not paid for",
  (world) => {
    /** A checkout that its buyer leaves alone until its time is over. */
    async function leaveAlone(token: string, product: { _id: string }) {
      const answer = await initialize(world, token, [{ product: product._id, quantity: 1 }]);
      if (answer.status === 200) {
        world.clock.forward(31 * MINUTE);
        await world.runner.drain(["payments.reconcile"]);
      }
      return answer;
    }

    test("are held for three hours a day for one buyer, who is told when again; others are not kept from them", async () => {
      const [hoarder, stranger] = [await aUser(world), await aUser(world)];
      const product = await aProduct(world, { quantity: 1 });
      for (let n = 0; n < 6; n += 1) expect((await leaveAlone(hoarder.token, product)).status).toBe(200);
      const refusal = await leaveAlone(hoarder.token, product);
      expect([refusal.status, refusal.body.error]).toEqual([
        429,
        [
          {
            code: "too_many_tries",
            message:
              "We have set goods aside for you for 3 hours within a day, and they were not paid for. Please try again in 21 hours.",
          },
        ],
      ]);
      expect((await leaveAlone(stranger.token, product)).status).toBe(200);
      world.clock.forward(Number(refusal.headers.get("Retry-After")) - 31 * MINUTE);
      expect((await leaveAlone(hoarder.token, product)).status).toBe(200);
    });

    test("a cart that is changed again and again costs its buyer the minutes alone that it was held", async () => {
      const buyer = await aUser(world);
      const products = [await aProduct(world), await aProduct(world)];
      for (let n = 0; n < 20; n += 1) {
        const { status } = await initialize(world, buyer.token, [{ product: products[n % 2]!._id, quantity: 1 }]);
        expect(status).toBe(200);
        world.clock.forward(MINUTE);
      }
    });

    test("what was paid counts for nothing", async () => {
      const buyer = await aUser(world);
      const product = await aProduct(world);
      for (let n = 0; n < 8; n += 1) {
        const { body } = await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
        world.clock.forward(25 * MINUTE);
        await confirm(world, body.data);
        expect((await finalize(world, buyer.token, body.payment.stripeId)).status).toBe(200);
      }
    });
  },
  { limits: true },
);

onBothDatabases("the page of a product whose last pieces are held", (world) => {
  test("says when the first may be free again; not any more once they are paid for", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: 2 });
    expect(await pageOf(world, product)).not.toHaveProperty("heldUntil");
    const { body } = await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }]);
    expect(await pageOf(world, product)).toMatchObject({ quantity: 0, heldUntil: "2026-03-02T12:30:00.000Z" });
    const before = world.services.dialect.changes().moment();
    await confirm(world, body.data);
    await finalize(world, buyer.token, body.payment.stripeId);
    expect(await pageOf(world, product)).not.toHaveProperty("heldUntil");
    expect(world.services.dialect.changes().noneSince(before, [productTag(product._id)])).toBe(false);
  });

  test("and is there again when their time is over", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: 2 });
    await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }]);
    world.clock.forward(HOUR);
    await world.runner.drain(["payments.reconcile"]);
    expect(await pageOf(world, product)).toMatchObject({ quantity: 2 });
  });
});
