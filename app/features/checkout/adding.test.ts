import { expect, test } from "vitest";
import { outcomeOf } from "../../../tests/fixtures/answers";
import { confirm, statusOf } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { releaseHold } from "./hold-stock.server";
import { HOUR, TO_THE_CUT_OFF, SATURDAY, SUNDAY, aStallWithAnOrder, placesTaken } from "../../../tests/fixtures/adding";

onBothDatabases("goods that are added to an order", (world) => {
  test("are an order of their own at its time, with its code, no second fee and no second place", async () => {
    const { first, added, orderOf, merchant, buyer } = await aStallWithAnOrder(world);
    const second = await added();
    const way = { day: "2026-03-07", from: "09:00", code: first.parts[0].delivery.code };
    expect(second).toMatchObject({
      amount: 3.2,
      deliveryFee: 0,
      parts: [
        {
          delivery: { ...way, joinedTo: first._id },
          together: [{ order: first._id, itemId: first.itemId, statusText: "Processing" }],
        },
      ],
    });
    expect((await orderOf(first._id)).parts).toMatchObject([
      { deliveryFee: 4, delivery: { ...way, joinedTo: null }, together: [{ order: second._id }] },
    ]);
    expect(await placesTaken(world)).toEqual(["07: 1"]);
    for (const { email } of [buyer, merchant])
      expect((await mailsSent(world, email)).at(-1)?.text).toContain(
        `It is handed over together with order #${first.itemId}.`,
      );
    const sale = await world.call("GET", `/product/order/merchant/${first._id}`, { token: merchant.token });
    expect(sale.body.data.together).toMatchObject([{ order: second._id, itemId: second.itemId }]);
  });

  test("are offered to their buyer alone, once for each hand-over, until the cut-off and their notice", async () => {
    const { first, added, buyer, jam, merchant, method } = await aStallWithAnOrder(world);
    await added();
    const offered = async (token?: string) =>
      (
        await world.call("POST", "/product/delivery/options", {
          token,
          body: { carts: [{ product: jam._id, quantity: 1 }] },
        })
      ).body.data[0].additions;
    const until = "2026-03-05T18:00:00.000Z";
    const additions = [{ order: first._id, itemId: first.itemId, method, ...SATURDAY, to: "12:00", until }];
    expect(await offered(buyer.token)).toMatchObject(additions);
    expect(await offered(buyer.token)).toHaveLength(1);
    expect(await offered((await aUser(world)).token)).toEqual([]);
    expect(await offered(merchant.token)).toEqual([]);
    expect(await offered()).toEqual([]);
    await world.services.db.updateTable("products").set({ noticeHours: 100 }).where("_id", "=", jam._id).execute();
    expect(await offered(buyer.token)).toMatchObject([{ until: "2026-03-03T05:00:00.000Z" }]);
    world.clock.forward(17 * HOUR);
    expect(await offered(buyer.token)).toEqual([]);
  });

  test("are taken to the last second before the cut-off, and no later; what was begun before it may be paid after it", async () => {
    const { add, pay, first } = await aStallWithAnOrder(world);
    world.clock.forward(TO_THE_CUT_OFF - 2);
    const checkout = await add();
    world.clock.forward(1);
    expect((await pay(checkout)).body.data.parts[0].delivery.joinedTo).toBe(first._id);
    expect(outcomeOf(await add())).toBe("past_cut_off");
  });

  test("whose payment comes after their hold keep the place of the first order, at the time that it has by then", async () => {
    const { add, pay, first, move, orderOf } = await aStallWithAnOrder(world);
    const checkout = await add();
    await releaseHold(world.services, checkout.body.payment.orderId);
    expect(outcomeOf(await move(first, SUNDAY))).toBe("done");
    const second = (await pay(checkout)).body.data;
    expect(second.parts[0].delivery).toMatchObject({ ...SUNDAY, code: first.parts[0].delivery.code });
    expect(await placesTaken(world)).toEqual(["08: 1"]);
    expect((await orderOf(first._id)).parts[0].together).toMatchObject([{ order: second._id }]);
  });

  test("whose payment comes late and whose first order is gone need a place of their own", async () => {
    const { add, first, cancel, begin, pay, bread } = await aStallWithAnOrder(world);
    const checkout = await add();
    await releaseHold(world.services, checkout.body.payment.orderId);
    await cancel(first._id);
    expect(await placesTaken(world)).toEqual([]);
    await pay(await begin([{ product: bread._id, quantity: 2 }], SATURDAY));
    await confirm(world, checkout.body.data);
    expect(outcomeOf(await pay(checkout))).toBe("sold_meanwhile");
    expect(await statusOf(world, checkout.body.payment.orderId)).toBe("refused");
  });

  test("are refused where the order is somebody else's, another stall's, packed, or at another time by now", async () => {
    const { first, add, move, merchant, begin, jam } = await aStallWithAnOrder(world);
    const stranger = await aStallWithAnOrder(world);
    expect(outcomeOf(await add(SATURDAY, stranger.first._id))).toBe("way_closed");
    const cheese = await aProduct(world, { title: "Cheese", quantity: 5 });
    const ways = [{ merchant: merchant._id, method: "0".repeat(24), ...SATURDAY, order: first._id }];
    const carts = [
      { product: jam._id, quantity: 1 },
      { product: cheese._id, quantity: 1 },
    ];
    // Goods of another stall have a delivery of their own.
    expect((await begin(carts, SATURDAY, first._id, { ways })).body.payment.order.parts).toHaveLength(2);
    await move(first, SUNDAY);
    expect(outcomeOf(await add())).toBe("way_closed");
    await world.call("POST", `/product/order/merchant/${first._id}/ship`, { token: merchant.token, body: {} });
    expect(outcomeOf(await add(SUNDAY))).toBe("way_closed");
  });

  test("are refused where they do not go by its way, or are out of season on its day", async () => {
    const { first, add, jam, bread, method } = await aStallWithAnOrder(world);
    const { db } = world.services;
    const products = JSON.stringify([bread._id]);
    await db.updateTable("deliveryMethods").set({ products }).where("_id", "=", method).execute();
    expect(outcomeOf(await add())).toBe("not_for_these_goods");
    await db.updateTable("deliveryMethods").set({ products: "[]" }).where("_id", "=", method).execute();
    await db
      .updateTable("products")
      .set({ seasonFrom: "2026-03-01", seasonUntil: "2026-03-06" })
      .where("_id", "=", jam._id)
      .execute();
    const answer = await add();
    expect([outcomeOf(answer), answer.body.error[0].message]).toEqual([
      "way_closed",
      "Jam is out of season on Saturday 7 March, 9 to 12.",
    ]);
    expect(await statusOf(world, first._id)).toBe("paid");
  });
});
