import { expect } from "vitest";
import { longTest } from "../../tests/fixtures/long-test";
import { addressOf, aMarket, GOOD_CALLS, type Market } from "../../tests/fixtures/good-calls";
import { empty, onBothDatabases } from "../../tests/fixtures/world";

/**
 * Refusals of examples whose code, link, password or browser is made up: the only reason to refuse them. Also, the
 * market has no second factor to lift and no order of its market day.
 */
const MADE_UP: Record<string, string> = {
  "DELETE /user": "wrong_password",
  "DELETE /user/second-factor": "wrong_password",
  "POST /closed-time-link/{word}": "unknown_time_link",
  "POST /decision-link/{word}/objection": "unknown_decision",
  "POST /newsletter/confirm": "broken_link",
  "POST /newsletter/unsubscribe": "broken_link",
  "POST /notice-link/{word}/stop": "unknown_notice_link",
  "POST /operator/market-days/{id}/closed-times": "nobody_ordered",
  "POST /operator/users/{id}/lift-second-factor": "second_factor_off",
  "POST /product/order/merchant/{id}/not-collected": "time_not_over",
  "POST /product/payment/finalize": "unknown_payment",
  "POST /product/payment/link/{word}/finalize": "unknown_payment_link",
  "POST /review-link/{word}": "unknown_review_link",
  "POST /test-payments/authenticate": "unknown_payment",
  "POST /test-payments/confirm": "unknown_payment",
  "POST /user/email": "wrong_password",
  "POST /user/email/confirm": "dead_link",
  "POST /user/email/undo": "dead_link",
  "POST /user/first-operator": "dead_first_run",
  "POST /user/first-operator/verify": "dead_first_run",
  "POST /user/first-password": "dead_link",
  "POST /user/invitation": "dead_invitation",
  "POST /user/invitation/verify": "dead_invitation",
  "POST /user/kept-form": "unknown_kept_form",
  "POST /user/login": "wrong_credentials",
  "POST /user/login/code": "wrong_code",
  "POST /user/login/link": "dead_link",
  "POST /user/login/second-factor": "dead_challenge",
  "POST /user/login/second-factor/options": "dead_challenge",
  "POST /user/otp": "wrong_code",
  "POST /user/otp/link": "dead_link",
  "POST /user/proof": "wrong_password",
  "POST /user/reset-password": "wrong_code",
  "POST /user/reset-password/link": "dead_link",
  "POST /user/reset-password/verify": "wrong_code",
  "POST /user/second-factor/confirm": "no_setup",
  "POST /user/second-factor/passkeys": "wrong_passkey",
  "PUT /product/order/merchant/days/{day}/deliveries": "unknown_order",
  "PUT /user/update-password": "wrong_password",
};

onBothDatabases("the examples in the document", (world) => {
  longTest("each is taken by its call, or refused for nothing but the secret in it that is made up", async () => {
    const refusal: Record<string, string> = {};
    let market: Market | undefined;
    for (const [name, good] of Object.entries(GOOD_CALLS)) {
      market ??= await aMarket(world);
      const { by, body, on, query } = good(market);
      const [method = "", address = ""] = name.split(" ");
      const path = addressOf(address, { on, query });
      const answer = await world.call(method, path, { token: market.tokens[by], body });
      if (answer.status >= 300) refusal[name] = answer.body.error[0].code;
      else {
        // The next call gets a new market, because it might not work after what this call has done.
        market = undefined;
        await empty(world.services);
      }
    }
    expect(refusal).toEqual(MADE_UP);
  });
});
