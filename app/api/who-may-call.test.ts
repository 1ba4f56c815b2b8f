import { expect, test } from "vitest";
import { allWith, documentedCalls, rolesOf, statuses } from "../../tests/fixtures/documented-calls";
import { onBothDatabases } from "../../tests/fixtures/world";
import { EVERY_ROLE } from "~/platform/http/api.server";

/** The calls that anyone may make. A new call that does not say who may make it is missing here, so a test fails. */
const PUBLIC = [
  "GET /category",
  "GET /closed-time-link/{word}",
  "GET /decision-link/{word}",
  "GET /notice-link/{word}",
  "GET /product/general",
  "GET /product/general/{id}",
  "GET /product/general/{id}/questions",
  "GET /product/general/{id}/reviews",
  "GET /product/payment/link/{word}",
  "GET /product/sitemap",
  "GET /product/suggestions",
  "GET /review-link/{word}",
  "GET /stall",
  "GET /stall/{id}",
  "GET /stall/{id}/products",
  "GET /stall/{id}/ways",
  "GET /user/kept-form/{account}/file",
  "GET /user/sign-up-draft/{draft}",
  "GET /watch-link/{word}",
  "POST /closed-time-link/{word}",
  "POST /decision-link/{word}/objection",
  "POST /newsletter",
  "POST /newsletter/confirm",
  "POST /newsletter/unsubscribe",
  "POST /notice-link/{word}/stop",
  "POST /product-questions/{id}/reports",
  "POST /product/cart",
  "POST /product/delivery/options",
  "POST /product/general/{id}/reports",
  "POST /product/payment/link/{word}/finalize",
  "POST /product/payment/link/{word}/hosted",
  "POST /review-link/{word}",
  "POST /review-link/{word}/pictures",
  "POST /review-link/{word}/stop",
  "POST /reviews/{id}/reports",
  "POST /stripe/webhook",
  "POST /support",
  "POST /test-payments/authenticate",
  "POST /test-payments/confirm",
  "POST /user",
  "POST /user/email/confirm",
  "POST /user/email/undo",
  "POST /user/first-operator",
  "POST /user/first-operator/verify",
  "POST /user/first-password",
  "POST /user/invitation",
  "POST /user/invitation/verify",
  "POST /user/kept-form",
  "POST /user/kept-form/{account}/file",
  "POST /user/login",
  "POST /user/login/code",
  "POST /user/login/link",
  "POST /user/login/second-factor",
  "POST /user/login/second-factor/options",
  "POST /user/logout",
  "POST /user/otp",
  "POST /user/otp/link",
  "POST /user/reset-password",
  "POST /user/reset-password/link",
  "POST /user/reset-password/verify",
  "POST /user/sign-up-draft",
  "POST /watch-link/{word}",
  "POST /watches",
  "PUT /user/login/code",
  "PUT /user/resend-otp",
  "PUT /user/reset-password",
  "PUT /user/sign-up-draft/{draft}",
];

// The calls come from the document, so that a new call is tested without a change here.
onBothDatabases("who may call what", (world) => {
  test("every call says in the document who may make it", async () => {
    const calls = await documentedCalls(world);
    expect(
      calls
        .filter((call) => rolesOf(call) === null)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(PUBLIC);
    for (const call of calls) {
      const roles = rolesOf(call);
      if (roles)
        expect([
          call.name,
          roles.length > 0,
          roles.filter((role) => !EVERY_ROLE.some((known) => known === role)),
        ]).toEqual([call.name, true, []]);
    }
    const only = (role: string) => calls.filter((call) => rolesOf(call)?.join() === role).length;
    expect([only("merchant") > 15, only("operator") > 25, only("buyer") > 10]).toEqual([true, true, true]);
  });

  test("a visitor is asked to sign in by every call but the public ones, whatever is sent", async () => {
    const calls = (await documentedCalls(world)).filter((call) => rolesOf(call) !== null);
    expect(await statuses(world, calls)).toEqual(allWith(calls, 401));
  });

  test("a dead token is told apart from none", async () => {
    const answer = await world.call("GET", "/operator/overview", { token: "f".repeat(64) });
    expect([answer.status, answer.body.error[0].code]).toEqual([401, "dead_token"]);
  });
});
