import { expect, test } from "vitest";
import { authenticate, CARD, confirm, finalize, initialize, statusOf } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { everythingStored, onBothDatabases, type World } from "../../../tests/fixtures/world";

async function aCheckout(world: World) {
  const buyer = await aUser(world);
  const product = await aProduct(world, { quantity: 5 });
  const { body } = await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }]);
  return {
    buyer,
    product,
    secret: body.data as string,
    stripeId: body.payment.stripeId as string,
    orderId: body.payment.orderId as string,
  };
}

onBothDatabases("cards", (world) => {
  test.each([
    ["4242 4242 4242 4242", "succeeded", ""],
    ["4242-4242-4242-4242", "succeeded", ""],
    ["5555555555554444", "succeeded", ""],
    ["378282246310005", "succeeded", ""],
    ["4000 0000 0000 0002", "requires_payment_method", "Your card was declined."],
    ["4000 0000 0000 9995", "requires_payment_method", "Your card has insufficient funds."],
    ["4000 0000 0000 0069", "requires_payment_method", "Your card has expired."],
    ["4000 0000 0000 0127", "requires_payment_method", "Your card's security code is incorrect."],
    [
      "4000 0000 0000 0119",
      "requires_payment_method",
      "An error occurred while processing your card. Try again in a little bit.",
    ],
    ["4000 0027 6000 3184", "requires_action", ""],
    [
      "4111 1111 1111 1111",
      "requires_payment_method",
      "Your card number is not one of the test cards. Use 4242 4242 4242 4242.",
    ],
  ])("%s leads to %s %s", async (number, status, lastError) => {
    const { buyer, product, secret, stripeId, orderId } = await aCheckout(world);
    expect((await confirm(world, secret, { number })).body.data).toEqual({ id: stripeId, status, lastError });
    const answer = await finalize(world, buyer.token, stripeId);
    expect(answer.status).toBe(status === "succeeded" ? 200 : 409);
    if (status !== "succeeded")
      expect(answer.body.error).toEqual([
        { code: "payment_not_completed", message: "The payment has not gone through." },
      ]);
    expect(await statusOf(world, orderId)).toBe(status === "succeeded" ? "paid" : "pending");
    expect(await stockOf(world, product._id)).toBe(3);
  });

  test("a card that is refused can be followed by one that pays", async () => {
    const { buyer, secret, stripeId } = await aCheckout(world);
    await confirm(world, secret, { number: "4000000000000002" });
    expect((await world.call("GET", "/product/payment/current", { token: buyer.token })).body.data).toMatchObject({
      stripeId,
      status: "requires_payment_method",
      lastError: "Your card was declined.",
    });
    expect((await confirm(world, secret)).body.data).toMatchObject({ status: "succeeded", lastError: "" });
    expect((await finalize(world, buyer.token, stripeId)).status).toBe(200);
  });

  test("a card that asks for authentication pays when it is passed, and can be tried again when not", async () => {
    const { buyer, secret, stripeId } = await aCheckout(world);
    await confirm(world, secret, { number: "4000002760003184" });
    expect((await authenticate(world, secret, false)).body.data).toMatchObject({
      status: "requires_payment_method",
      lastError: "We are unable to authenticate your payment method.",
    });
    expect((await authenticate(world, secret, true)).body.data.status).toBe("requires_payment_method");
    await confirm(world, secret, { number: "4000002760003184" });
    expect((await finalize(world, buyer.token, stripeId)).status).toBe(409);
    expect((await authenticate(world, secret, true)).body.data.status).toBe("succeeded");
    expect((await authenticate(world, secret, false)).body.data.status).toBe("succeeded");
    expect((await finalize(world, buyer.token, stripeId)).status).toBe(200);
  });

  test("what is paid stays paid, whatever card comes after it", async () => {
    const { secret } = await aCheckout(world);
    await confirm(world, secret);
    expect((await confirm(world, secret, { number: "4000000000000002" })).body.data).toMatchObject({
      status: "succeeded",
      lastError: "",
    });
  });

  test.each([
    ["03/26", "succeeded"],
    ["3/26", "succeeded"],
    ["03 / 2026", "succeeded"],
    ["02/26", "requires_payment_method"],
    ["12/25", "requires_payment_method"],
  ])("in March 2026 a card that expires %s: %s", async (expiry, status) => {
    const { secret } = await aCheckout(world);
    expect((await confirm(world, secret, { expiry })).body.data.status).toBe(status);
  });

  test.each([
    [{ number: "4242" }, "number", "Enter the card number: 12 to 19 digits."],
    [{ number: "" }, "number", "Enter the card number: 12 to 19 digits."],
    [{ number: "4242 4242 4242 424x" }, "number", "Enter the card number: 12 to 19 digits."],
    [{ expiry: "13/30" }, "expiry", "Enter the expiry date as MM / YY."],
    [{ expiry: "00/30" }, "expiry", "Enter the expiry date as MM / YY."],
    [{ expiry: "" }, "expiry", "Enter the expiry date as MM / YY."],
    [{ cvc: "12" }, "cvc", "Enter the 3 or 4 digits of the security code."],
    [{ cvc: "12345" }, "cvc", "Enter the 3 or 4 digits of the security code."],
  ])("%j is asked for again", async (card, field, message) => {
    const { secret } = await aCheckout(world);
    const refusal = await confirm(world, secret, card);
    expect([refusal.status, refusal.body.error]).toEqual([422, [{ field, message, code: expect.any(String) }]]);
  });

  test("only who holds the secret can pay", async () => {
    const { secret, stripeId } = await aCheckout(world);
    for (const guess of [
      stripeId,
      `${stripeId}_secret_`,
      `${secret.slice(0, -1)}${secret.endsWith("0") ? "1" : "0"}`,
      "",
      "_secret_",
      `${stripeId}_secret_%`,
      "pi_test_nothing_secret_x",
    ]) {
      const refusal = await confirm(world, guess);
      expect([guess, refusal.status, refusal.body.error[0].code]).toEqual([guess, 404, "unknown_payment"]);
      expect((await authenticate(world, guess, true)).status).toBe(404);
    }
  });

  test("no card number, expiry or security code is found in any table, mail or line of the log", async () => {
    const numbers = ["4242424242424242", "4000000000000002", "4000002760003184", "4111111111111111"];
    const { buyer, secret, stripeId } = await aCheckout(world);
    for (const number of ["4111 1111 1111 1111", "4000 0000 0000 0002", "4000 0027 6000 3184"])
      await confirm(world, secret, { number, expiry: "11/39", cvc: "9753" });
    await confirm(world, secret, { number: "not-a-number-4242424242424242", cvc: "9753" });
    await world.call("POST", "/test-payments/confirm", {
      body: { clientSecret: secret, ...CARD, expiry: "11/39", cvc: "9753" },
      headers: { "Idempotency-Key": "card-attempt-1" },
    });
    await finalize(world, buyer.token, stripeId);
    const storedText = [
      await everythingStored(world),
      world.logged.join("\n"),
      JSON.stringify(await mailsSent(world)),
    ].join("\n");
    for (const trace of [
      ...numbers,
      ...numbers.map((number) => number.replace(/(.{4})(?=.)/g, "$1 ")),
      "11/39",
      "1111 1111",
    ])
      expect([trace, storedText.includes(trace)]).toEqual([trace, false]);
    // By chance, the four digits may occur in the middle of ids and hashes, too.
    expect(storedText).not.toMatch(/(?<![\da-f])9753(?![\da-f])/i);
  });
});
