import { expect, test } from "vitest";
import { booksFromOrders, keptBooks, keptDays } from "../../../tests/fixtures/books";
import { newRefund } from "../../../tests/fakes/stripe/refunds";
import { mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { CAME_BACK, GONE, HOW, refundsAtStripe, TOLD } from "../../../tests/fixtures/taken-refunds";
import { onBothDatabases } from "../../../tests/fixtures/world";

/* A refund that fails at Stripe is made anew, or given back another way. The order was 4 jars at 2.50. */

onBothDatabases("a refund that Stripe has taken", (world) => {
  const { shop, aPaidOne, work, atStripe, move, subjects, rows, expectMoneyToBalance } = refundsAtStripe(world);

  test("and whose answer was lost before it failed is made anew, under another key", async () => {
    const { refund, seen } = await aPaidOne();
    shop.fake.troubles.expect("POST /v1/refunds", "cut", 2);
    await refund();
    await world.runner.drain();
    move("failed");
    shop.fake.store.events.length = 0;
    world.clock.forward(120);
    await work();
    world.clock.forward(120);
    await work();
    expect((await seen()).refunds).toMatchObject([{ state: "refunded" }]);
    expect(atStripe().map(({ status }) => status)).toEqual(["failed", "succeeded"]);
    await expectMoneyToBalance();
  });

  test("by hand, and that fails, is open again; given back by hand once more, that is it", async () => {
    const { buyer, operator, intentId, seen, payment } = await aPaidOne();
    newRefund(shop.fake.store, intentId, null);
    await work();
    expect((await seen()).refunds).toMatchObject([{ origin: "provider", state: "refunded" }]);
    move("failed");
    await work();
    expect((await seen()).refunds).toMatchObject([{ origin: "provider", state: "failed", amount: 10 }]);
    expect(await subjects(buyer.email)).toEqual([CAME_BACK, GONE]);
    expect(await subjects(operator.email)).toEqual([TOLD]);
    await expectMoneyToBalance();
    newRefund(shop.fake.store, intentId, null);
    await work();
    expect((await seen()).refunds).toMatchObject([{ state: "refunded", amount: 10 }]);
    expect(await payment()).toMatchObject({ refunded: 10, differences: [] });
    await expectMoneyToBalance();
  });

  test("by hand of a part, and that is canceled before it went, is owed to nobody", async () => {
    const { buyer, operator, intentId, seen } = await aPaidOne();
    shop.fake.store.refundsBegin.push("pending");
    newRefund(shop.fake.store, intentId, 300);
    await work();
    expect((await seen()).refunds).toMatchObject([{ origin: "provider", state: "on_its_way", amount: 3 }]);
    move("canceled");
    await work();
    expect((await rows())[0]).toMatchObject({ amountCents: 0, failedAt: null });
    expect(await subjects(buyer.email)).toEqual([]);
    expect(await subjects(operator.email)).toEqual(["Part of order # was refunded at Stripe"]);
    await expectMoneyToBalance();
  });

  test("and that failed is made anew, once, as another refund to Stripe", async () => {
    const { buyer, jars, refund, seen, payment, act } = await aPaidOne();
    await refund(2);
    await work();
    expect((await act("anew")).status).toBe(409);
    move("failed");
    await work();
    for (let times = 0; times < 2; times += 1)
      expect((await act("anew", undefined, { "Idempotency-Key": "a-key-of-the-form" })).status).toBe(200);
    expect((await act("anew")).body.error[0].code).toBe("refund_not_open");
    await work();
    expect((await seen()).refunds).toMatchObject([{ state: "refunded", amount: 5, failedAt: null, failed: null }]);
    expect(atStripe().map(({ status, amount }) => [status, amount])).toEqual([
      ["failed", 500],
      ["succeeded", 500],
    ]);
    // Under the old key Stripe would only have repeated its first answer, and a third request would have followed.
    expect(shop.fake.requests.filter((request) => request === "POST /v1/refunds")).toHaveLength(2);
    expect(await subjects(buyer.email)).toEqual([CAME_BACK, GONE, GONE]);
    expect(await payment()).toMatchObject({ refunded: 5, differences: [] });
    expect(await stockOf(world, jars._id)).toBe(8);
    await expectMoneyToBalance();
    // The new one may fail as well.
    move("failed");
    await work();
    expect((await seen()).refunds).toMatchObject([{ state: "failed" }]);
    await act("anew");
    await work();
    expect(atStripe().map(({ status }) => status)).toEqual(["failed", "failed", "succeeded"]);
    await expectMoneyToBalance();
  });

  test("and that failed is given back another way: that is noted with how and when, audited, told, once", async () => {
    const { buyer, refund, seen, payment, repair, act, operator } = await aPaidOne();
    await refund();
    await work();
    expect((await act("other-way", HOW)).body.error[0].code).toBe("refund_not_open");
    move("failed");
    await work();
    expect((await act("other-way", { ...HOW, day: "2026-03-03" })).body.error[0]).toMatchObject({
      code: "day_to_come",
      field: "day",
    });
    for (let times = 0; times < 2; times += 1)
      expect((await act("other-way", HOW, { "Idempotency-Key": "a-key-of-the-form" })).status).toBe(200);
    expect((await act("other-way", HOW)).status).toBe(409);
    expect((await act("anew")).status).toBe(409);
    await work();
    expect((await seen()).refunds).toMatchObject([{ state: "other_way", otherWay: HOW, failed: null, amount: 10 }]);
    const mails = await mailsSent(world, buyer.email);
    const mailsOfOtherWay = mails.filter(({ subject }) => subject.includes("another way"));
    expect(mailsOfOtherWay.map(({ text }) => text.includes(HOW.how) && text.includes("$10.00"))).toEqual([true]);
    const log = await world.services.db.selectFrom("auditLog").selectAll().execute();
    expect(log.filter(({ action }) => action === "refund.given_otherwise")).toMatchObject([
      { actorId: operator._id, details: expect.stringContaining("By bank transfer") },
    ]);
    expect(await payment()).toMatchObject({ refunded: 0, differences: [] });
    expect((await repair()).message).toBe("Both agree now.");
    await work();
    expect(atStripe()).toHaveLength(1);
    await expectMoneyToBalance();
    // If Stripe makes the refund after all, the buyer has the money twice, and the operators are told.
    move("succeeded");
    await work();
    expect((await rows()).map(({ amountCents, otherWay }) => [Number(amountCents), otherWay ?? ""]).toSorted()).toEqual(
      [
        [1000, ""],
        [1000, HOW.how],
      ],
    );
  });

  test("and that fails, is made anew and is given back another way changes no day, no statement and no VAT", async () => {
    const { merchant, refund, seen, act } = await aPaidOne();
    const DAY = 86_400;
    world.clock.forward(DAY);
    await refund(3);
    await work();
    const figures = async () => {
      const { vat, vatRefunded, refunded } = await seen();
      const { body } = await world.call("GET", "/product/payment/merchant/statements/2026-03", {
        token: merchant.token,
      });
      const books = await keptBooks(world);
      expect(books).toEqual(await booksFromOrders(world));
      return { vat, vatRefunded, refunded, statement: body.data, books, days: await keptDays(world) };
    };
    const figuresAtFirst = await figures();
    expect(figuresAtFirst).toMatchObject({ vat: 1.64, vatRefunded: 1.23, refunded: 7.5 });
    expect(figuresAtFirst.statement).toMatchObject({ sales: 10, refunds: -7.5, vat: 0.41 });
    expect((figuresAtFirst.days["days"] ?? []).map((row) => JSON.parse(row))).toMatchObject([
      { day: "2026-03-03", amountCents: 0, refundedCents: 750 },
      { day: "2026-03-02", amountCents: 1000, refundedCents: 0 },
    ]);
    for (const next of [
      () => move("failed"),
      () => act("anew"),
      () => move("failed"),
      () => act("other-way", { how: "By bank transfer.", day: "2026-03-03" }),
    ]) {
      world.clock.forward(DAY);
      await next();
      await work();
      expect(await figures()).toEqual(figuresAtFirst);
    }
    expect((await seen()).refunds).toMatchObject([{ state: "other_way" }]);
    await expectMoneyToBalance();
  });

  test("is not noted as given back another way while Stripe has it, or where it has made it after all", async () => {
    const { refund, seen, act } = await aPaidOne();
    shop.fake.store.refundsBegin.push("pending");
    await refund();
    await work();
    expect((await act("other-way", HOW)).body.error[0].code).toBe("refund_under_way");
    move("failed");
    await work();
    move("succeeded");
    shop.fake.store.events.length = 0;
    expect((await act("other-way", HOW)).body.error[0].code).toBe("refund_not_open");
    expect((await seen()).refunds).toMatchObject([{ state: "refunded" }]);
  });

  test("no more after every try has failed can be given back another way, and its job is settled", async () => {
    const { refund, seen, act } = await aPaidOne();
    shop.fake.store.refundsBegin.push("failed");
    await refund();
    await world.services.db.updateTable("jobs").set({ attempts: 9 }).where("kind", "=", "refund").execute();
    await work();
    expect((await seen()).refunds).toMatchObject([
      { state: "on_its_way", failed: expect.stringContaining("declined") },
    ]);
    expect((await act("other-way", HOW)).status).toBe(200);
    const dead = await world.services.db.selectFrom("jobs").select("_id").where("diedAt", "is not", null).execute();
    expect(dead).toEqual([]);
    await expectMoneyToBalance();
  });
});
