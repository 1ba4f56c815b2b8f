import { expect, test } from "vitest";
import { booksFromOrders, keptBooks } from "../../../tests/fixtures/books";
import { allowPayingThere } from "../../../tests/fixtures/collection";
import { initialize } from "../../../tests/fixtures/checkout";
import { aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import {
  aStormyStall,
  closedId,
  codeOf,
  moneyBack,
  lookAfter,
  placesTaken,
  SATURDAY,
  SUNDAY,
} from "../../../tests/fixtures/storm";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/* The clock stands at Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

const HOUR = 3600;
const DAY = 24 * HOUR;
const step = (stall: Stall, { orderId }: { orderId: string }, name: string, body: object = {}) =>
  stall.call("POST", `/product/order/merchant/${orderId}/${name}`, body);
type Stall = Awaited<ReturnType<typeof aStormyStall>>;

onBothDatabases("the buyers of a time that was closed", (world) => {
  test("refuse by a link without login and get their money back once, however often it is pressed", async () => {
    const stall = await aStormyStall(world);
    const [ada, ben] = [await stall.order(), await stall.order()];
    const id = await closedId(stall.close());
    await world.runner.drain();
    const word = await ada.word();
    const page = (await stall.open(word)).body.data;
    expect(page).toMatchObject({
      state: "open",
      amount: 12.6,
      silent: "come",
      moved: { day: SUNDAY },
      reason: "A storm.",
    });
    expect(JSON.stringify(page)).not.toMatch(/Ada|Byron|@/);
    expect((await ada.part()).statusText).toBe("Processing");
    const pressed = await Promise.all([stall.answer(word, "money_back"), stall.answer(word, "money_back")]);
    expect(pressed.map(codeOf)).toEqual(["done", "done"]);
    // The link was forwarded to somebody who answers differently.
    expect(codeOf(await stall.answer(word, "come"))).toBe("link_answered");
    await lookAfter(world);
    expect([await moneyBack(world), (await ada.part()).statusText]).toEqual([[1260], "Cancelled"]);
    expect((await stall.open(word)).body.data).toMatchObject({ state: "given_back", amount: 12.6 });

    const otherWord = await ben.word();
    expect(codeOf(await stall.answer(otherWord, "come"))).toBe("done");
    expect(codeOf(await stall.answer(otherWord, "come"))).toBe("done");
    expect(codeOf(await stall.answer(otherWord, "money_back"))).toBe("link_answered");
    expect(await stall.progress(id)).toMatchObject({ told: 0, coming: 1, givenBack: 1, givenBackAmount: 12.6 });
    expect([await placesTaken(world), await stockOf(world, stall.bread._id)]).toEqual([["08 09:00: 1"], 998]);
    for (const broken of [word.slice(1), `${word}xx`, "word", id])
      expect(codeOf(await stall.answer(broken, "come"))).toBe("unknown_time_link");
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("who stay silent come at the new time where the merchant says so, and can refuse no more", async () => {
    const stall = await aStormyStall(world);
    const { word, part } = await stall.order();
    const id = await closedId(stall.close({ silent: "come", answerDays: 3 }));
    await world.runner.drain();
    world.clock.forward(3 * DAY - 60);
    await lookAfter(world);
    expect((await stall.progress(id)).told).toBe(1);
    world.clock.forward(60);
    expect(codeOf(await stall.answer(await word(), "money_back"))).toBe("answer_over");
    await lookAfter(world);
    expect(await stall.progress(id)).toMatchObject({ told: 0, coming: 1, givenBack: 0 });
    expect([(await part()).statusText, await moneyBack(world)]).toEqual(["Processing", []]);
    expect((await stall.open(await word())).body.data.state).toBe("coming");
  });

  test("who stay silent get their money back where the merchant says so, but not who chose another time", async () => {
    const stall = await aStormyStall(world);
    const [silent, mover, collected] = [await stall.order(), await stall.order(), await stall.order()];
    const id = await closedId(stall.close({ silent: "money_back", answerDays: 2 }));
    await world.runner.drain();
    const path = `/product/order/${mover.orderId}/parts/${mover.partId}/time`;
    const moveAnswer = await world.call("POST", path, { token: mover.buyer.token, body: { time: "2026-03-14T09:00" } });
    expect(codeOf(moveAnswer)).toBe("done");
    expect(codeOf(await step(stall, collected, "ship"))).toBe("done");
    expect(codeOf(await step(stall, collected, "deliver"))).toBe("done");
    world.clock.forward(2 * DAY);
    await lookAfter(world);
    await lookAfter(world);
    expect(await stall.progress(id)).toMatchObject({ told: 0, coming: 2, givenBack: 1, givenBackAmount: 12.6 });
    expect(await moneyBack(world)).toEqual([1260]);
    expect((await silent.part()).statusText).toBe("Cancelled");
    expect((await mover.part()).delivery.day).toBe("2026-03-14");
    expect((await collected.part()).statusText).toBe("Delivered");
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("answer until the new time begins at the latest", async () => {
    const stall = await aStormyStall(world);
    await stall.order();
    const id = await closedId(stall.close({ answerDays: 14 }));
    expect((await stall.progress(id)).settleAt).toBe(`${SUNDAY}T09:00:00.000Z`);
  });

  test("get all money back after the hour, with the fee, packed or not; what was handed over stays", async () => {
    const stall = await aStormyStall(world);
    const [open, packed, cancelled, lessened] = [
      await stall.order(),
      await stall.order(),
      await stall.order(),
      await stall.order(),
    ];
    await step(stall, packed, "ship");
    await step(stall, cancelled, "ship");
    await step(stall, cancelled, "deliver");
    const lineId = await lineOf(world, lessened.orderId);
    await world.call("POST", `/product/order/${lessened.orderId}/parts/${lessened.partId}/take-out`, {
      token: lessened.buyer.token,
      body: { lines: [{ lineId, quantity: 1 }] },
    });
    await world.runner.drain();
    const choices = await stall.choices();
    expect(choices).toMatchObject({ orders: 3, ready: 1, amount: 12.6 + 12.6 + 7.05 });
    const id = await closedId(stall.close({ next: "money_back", time: "" }));
    world.clock.forward(HOUR - 60);
    await lookAfter(world);
    expect([await moneyBack(world), await stall.progress(id)]).toMatchObject([[555], { told: 3, givenBack: 0 }]);
    expect((await open.letters()).map(({ subject }) => subject.replace(/#\d+/, "#"))).toEqual(["Order #: called off"]);
    expect((await open.letters())[0]?.text).toContain("You get $12.60 back on the card you paid with.");
    world.clock.forward(60);
    expect(codeOf(await stall.takeBack(id))).toBe("too_late");
    await lookAfter(world);
    await lookAfter(world);
    expect(await moneyBack(world)).toEqual([1260, 1260, 1260]);
    expect(await stall.progress(id)).toMatchObject({ told: 0, givenBack: 3, givenBackAmount: 32.25, leftOut: 0 });
    for (const { letters } of [open, packed, lessened]) expect(await letters()).toHaveLength(1);
    expect(await cancelled.letters()).toEqual([]);
    expect([(await cancelled.part()).statusText, (await packed.part()).statusText]).toEqual(["Delivered", "Cancelled"]);
    expect([await placesTaken(world), await stockOf(world, stall.bread._id)]).toEqual([["07 09:00: 1"], 998]);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("who were to pay at collection have nothing to get back: it is called off", async () => {
    await allowPayingThere(world);
    const stall = await aStormyStall(world, { isPaidThere: true });
    const buyer = await aUser(world);
    const ways = [stall.time(SATURDAY)];
    const carts = [{ product: stall.bread._id, quantity: 2 }];
    const checkout = await initialize(world, buyer.token, carts, { ways, paymentMethod: "On collection" });
    expect(await stall.choices()).toMatchObject({ orders: 1, amount: 0, unpaid: 1, unpaidAmount: 12.6 });
    const id = await closedId(stall.close({ silent: "money_back", answerDays: 1 }));
    await world.runner.drain();
    world.clock.forward(DAY);
    await lookAfter(world);
    expect(await stall.progress(id)).toMatchObject({ givenBack: 1, givenBackAmount: 0 });
    const order = await world.call("GET", `/product/order/${checkout.body.order._id}`, { token: buyer.token });
    expect(order.body.data.parts[0]).toMatchObject({ statusText: "Cancelled", onCollection: { state: "called_off" } });
    expect(await world.services.db.selectFrom("refunds").selectAll().execute()).toEqual([]);
    expect((await mailsSent(world, buyer.email)).at(-1)?.text).toContain("there is nothing to pay");
    expect(await stockOf(world, stall.bread._id)).toBe(1000);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("whose bank asks for the payment are left to it, and the merchant reads why", async () => {
    const stall = await aStormyStall(world);
    const [disputed, otherOrder] = [await stall.order(), await stall.order()];
    await world.services.db
      .updateTable("orders")
      .set({ disputedAt: "2026-03-02T12:00:00.000Z", disputeReason: "fraudulent" })
      .where("_id", "=", disputed.orderId)
      .execute();
    const id = await closedId(stall.close({ next: "money_back", time: "" }));
    world.clock.forward(HOUR);
    await lookAfter(world);
    await lookAfter(world);
    const progress = await stall.progress(id);
    expect([progress.givenBack, progress.failed.length]).toEqual([1, 1]);
    expect(progress.failed[0].order._id).toBe(disputed.orderId);
    expect([(await otherOrder.part()).statusText, (await disputed.part()).statusText]).toEqual([
      "Cancelled",
      "Processing",
    ]);
  });
});

const lineOf = async ({ services: { db } }: World, orderId: string) =>
  (await db.selectFrom("orderLines").select("_id").where("orderId", "=", orderId).executeTakeFirstOrThrow())._id;
