import { expect, test, vi } from "vitest";
import { initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { withStripe } from "../../../tests/fixtures/stripe";
import { AmountRefused } from "~/platform/cards/card-provider";

onBothDatabases("a sum that the card provider never takes", (world) => {
  test("is refused with its amount, and nothing is held for it", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { priceCents: 20, quantity: 5 });
    vi.spyOn(world.services.cards, "createIntent").mockRejectedValue(
      new AmountRefused("Amount must be at least $0.50"),
    );
    for (let n = 0; n < 2; n += 1) {
      const { status, body } = await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
      expect([status, body.error]).toEqual([
        422,
        [{ code: "amount_not_payable", message: expect.stringMatching(/^An order of \$0\.20 is too small/) }],
      ]);
    }
    vi.restoreAllMocks();
    expect(await stockOf(world, product._id)).toBe(5);
    expect((await world.call("GET", "/product/payment/current", { token: buyer.token })).status).toBe(404);
  });
});

onBothDatabases("a sum that Stripe never takes", (world) => {
  withStripe(world);

  test.each([
    [49, 1, /^An order of \$0\.49 is too small/],
    [50_000_000, 2, /^An order of \$1000000\.00 is too large/],
  ])(
    "%s cents, %s times: refused with a sentence and a code, and nothing is held",
    async (amountCents, quantity, message) => {
      const buyer = await aUser(world);
      const product = await aProduct(world, { amountCents, quantity: 5 });
      const { status, body } = await initialize(world, buyer.token, [{ product: product._id, quantity }]);
      expect([status, body.error]).toEqual([
        422,
        [{ code: "amount_not_payable", message: expect.stringMatching(message) }],
      ]);
      expect(await stockOf(world, product._id)).toBe(5);
      expect((await world.call("GET", "/product/payment/current", { token: buyer.token })).status).toBe(404);
    },
  );

  test("50 cents are taken", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { amountCents: 50, quantity: 5 });
    const { status } = await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
    expect(status).toBe(200);
  });
});
