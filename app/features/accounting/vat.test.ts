import fc from "fast-check";
import { expect, test } from "vitest";
import { bought } from "../../../tests/fixtures/books";
import { aProduct, aUser, setSold } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { vatOfPiece, vatOfRefund } from "./vat";

test("the VAT of refunds adds up to that of the line, whatever goes back in which order", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5000 }),
      fc.nat({ max: 5000 }),
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.nat({ max: 3000 }), { maxLength: 8 }),
      (priceCents, vat, quantity, amounts) => {
        const line = { priceCents, vatCents: Math.min(vat, priceCents), quantity, refundedCents: 0 };
        let refunded = 0;
        for (const amount of [...amounts, priceCents * quantity]) {
          const cents = Math.min(amount, priceCents * quantity - line.refundedCents);
          const part = vatOfRefund(line, cents);
          expect(part).toBeGreaterThanOrEqual(0);
          refunded += part;
          line.refundedCents += cents;
        }
        expect(refunded).toBe(line.vatCents * quantity);
      },
    ),
  );
});

test("the VAT of a refund is rounded to the nearest cent", () => {
  const line = { priceCents: 100, vatCents: 7, quantity: 1, refundedCents: 0 };
  expect([50, 49].map((cents) => vatOfRefund(line, cents))).toEqual([4, 3]);
});

test("a discount takes the same share off the VAT", () => {
  expect(vatOfPiece({ amountCents: 420, priceCents: 420, vatCents: 60 })).toBe(60);
  expect(vatOfPiece({ amountCents: 420, priceCents: 315, vatCents: 60 })).toBe(45);
  expect(vatOfPiece({ amountCents: 100, priceCents: 1, vatCents: 200 })).toBe(1);
});

onBothDatabases("the VAT that a merchant states", (world) => {
  test("is kept with what was bought, added up everywhere, and goes back with refunds to the cent", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const { token } = merchant;
    const jam = await aProduct(world, { merchantId: merchant._id, amountCents: 420, vatCents: 59, title: "Jam" });
    const salt = await aProduct(world, { merchantId: merchant._id, amountCents: 100, title: "Salt" });
    const buyer = await aUser(world);
    const orderId = await bought(world, buyer.token, [
      [jam._id, 3],
      [salt._id, 1],
    ]);
    await setSold(world.services.db, { vatCents: 7 }, jam._id);
    const at = `/product/order/merchant/${orderId}`;
    const order = async () => (await world.call("GET", at, { token })).body.data;
    expect(await order()).toMatchObject({ vat: 1.77, vatRefunded: 0, carts: [{ vat: 1.77 }, { vat: 0 }] });

    const refund = async (line: object) => {
      const lines = [{ lineId: (await order()).carts[0]._id, ...line }];
      world.clock.forward(1);
      const sums = (await world.call("POST", `${at}/refund/sums`, { token, body: { lines } })).body.data;
      const body = { lines, restock: false, refunded: sums.refunded, amount: sums.amount, reason: "Mouldy" };
      expect((await world.call("POST", `${at}/refund`, { token, body })).status).toBe(200);
      return sums.vat;
    };
    // VAT is 1.77 of 12.60: 0.14 of it with the dollar, then what brings the sum to 1.23, then the rest.
    const parts = [await refund({ amount: 1 }), await refund({ quantity: 2 }), await refund({ quantity: 1 })];
    expect(Math.round(parts.reduce((sum, part) => sum + part * 100, 0))).toBe(177);
    expect(parts[0]).toBe(0.14);
    const after = await order();
    expect(after).toMatchObject({ vat: 1.77, vatRefunded: 1.77 });
    expect(after.refunds.map(({ vat }: { vat: number }) => vat)).toEqual(parts);

    const operator = await aUser(world, { privilege: "operator" });
    for (const [path, reader] of [
      [`/product/order/${orderId}`, buyer.token],
      [`/operator/orders/${orderId}`, operator.token],
    ] as const) {
      const { data } = (await world.call("GET", path, { token: reader })).body;
      expect([path, data.vat, data.vatRefunded]).toEqual([path, 1.77, 1.77]);
      expect(data.parts).toMatchObject([{ vat: 1.77, vatRefunded: 1.77 }]);
    }

    const statement = (await world.call("GET", "/product/payment/merchant/statements/2026-03", { token })).body.data;
    expect([statement.vat, statement.sales, statement.refunds]).toEqual([0, 13.6, -12.6]);
    const csv = (await world.call("GET", "/product/payment/merchant/statements/2026-03/csv", { token })).body as string;
    const column = csv.split("\r\n").map((row) => row.split(",")[5]);
    expect(column.slice(0, 7)).toEqual(["Of which VAT", "", "1.77", ...parts.map((part) => `-${part.toFixed(2)}`), ""]);
    for (const path of ["/product/order/merchant/export", "/product/payment/merchant/export"]) {
      const [head = "", row = ""] = ((await world.call("GET", path, { token })).body as string).split("\r\n");
      const place = head.split(",").indexOf("VAT");
      expect([path, head.split(",")[place + 1], ...row.split(",").slice(place, place + 2)]).toEqual([
        path,
        "VAT refunded",
        "1.77",
        "1.77",
      ]);
    }
  });

  test("is summed up before an operator gives an order of two merchants back, as it is booked then", async () => {
    const [one, otherMerchant] = [
      await aUser(world, { privilege: "merchant" }),
      await aUser(world, { privilege: "merchant" }),
    ];
    const jam = await aProduct(world, { merchantId: one._id, amountCents: 420, vatCents: 59 });
    const salt = await aProduct(world, { merchantId: otherMerchant._id, amountCents: 100, vatCents: 8 });
    const orderId = await bought(world, (await aUser(world)).token, [
      [jam._id, 3],
      [salt._id, 1],
    ]);
    const { token } = await aUser(world, { privilege: "operator" });
    const at = `/operator/orders/${orderId}`;
    const sums = (await world.call("POST", `${at}/refund/sums`, { token, body: {} })).body.data;
    expect([sums.vat, sums.parts.map(({ vat }: { vat: number }) => vat).toSorted()]).toEqual([1.85, [0.08, 1.77]]);
    expect((await world.call("POST", `${at}/refund`, { token, body: { reason: "Mouldy" } })).status).toBe(200);
    expect((await world.call("GET", at, { token })).body.data.vatRefunded).toBe(1.85);
    const entries = await world.services.db
      .selectFrom("ledger")
      .select(["kind", "vatCents"])
      .orderBy("kind")
      .orderBy("vatCents")
      .execute();
    expect(entries.map(({ kind, vatCents }) => [kind, Number(vatCents)])).toEqual([
      ["refund", -177],
      ["refund", -8],
      ["sale", 8],
      ["sale", 177],
    ]);
  });
});
