import { describe, expect, test } from "vitest";
import { confirm, finalize, statusOf } from "../../../tests/fixtures/checkout";
import { currentPayment } from "../../../tests/fixtures/checkouts-under-way";
import { aCheckout, subjects, WAYS_OFF_SALE } from "../../../tests/fixtures/going-off-sale";
import { stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

describe.each(WAYS_OFF_SALE)("while a payment page is open, %s", (_, takeOff) => {
  onBothDatabases("with the test provider", (world) => {
    test("the page says so, nothing is charged, and what is still sold is back in stock", async () => {
      const checkout = await aCheckout(world);
      expect((await takeOff(world, checkout)) as object).toMatchObject({ status: 200 });
      const refusal = await currentPayment(world, checkout.buyer.token);
      expect([refusal.status, refusal.body.error]).toEqual([
        409,
        [{ code: "no_longer_sold", message: "Plums is no longer sold. Nothing was charged." }],
      ]);
      expect([await statusOf(world, checkout.orderId), await stockOf(world, checkout.other)]).toEqual(["released", 10]);
      const late = await confirm(world, checkout.clientSecret);
      expect(late.body.data.status).toBe("canceled");
      expect((await currentPayment(world, checkout.buyer.token)).body.error[0].code).toBe("no_pending_payment");
    });

    test("nobody need open the page: the payment is ended at once, and cannot be made", async () => {
      const checkout = await aCheckout(world);
      await takeOff(world, checkout);
      await world.runner.drain(["payments.off-sale"]);
      expect(await statusOf(world, checkout.orderId)).toBe("released");
      expect((await confirm(world, checkout.clientSecret)).body.data.status).toBe("canceled");
    });

    test("charged already, the money goes back whole, once, and a mail says so", async () => {
      const checkout = await aCheckout(world);
      await takeOff(world, checkout);
      expect((await confirm(world, checkout.clientSecret)).body.data.status).toBe("succeeded");
      for (let n = 0; n < 2; n += 1) {
        const refusal = await finalize(world, checkout.buyer.token, checkout.stripeId);
        expect([refusal.status, refusal.body.error[0].code]).toEqual([409, "taken_off_sale"]);
      }
      await world.runner.drain();
      expect(await world.services.db.selectFrom("refunds").select(["amountCents", "doneAt"]).execute()).toEqual([
        { amountCents: 1300, doneAt: expect.any(String) },
      ]);
      expect([await statusOf(world, checkout.orderId), await stockOf(world, checkout.other)]).toEqual(["refused", 10]);
      expect(await subjects(world, checkout.buyer.email)).toEqual(["Your money for order # is on its way back"]);
    });

    test("whoever lost the answer reads the same one again, whatever the words of the refund's reason", async () => {
      const checkout = await aCheckout(world);
      await takeOff(world, checkout);
      await confirm(world, checkout.clientSecret);
      const answer = () => finalize(world, checkout.buyer.token, checkout.stripeId);
      const { body } = await answer();
      await world.services.db.updateTable("refunds").set({ reason: "We do not sell it any more." }).execute();
      expect((await answer()).body.error).toEqual(body.error);
    });
  });
});
