import { createRoute } from "@hono/zod-openapi";
import { single } from "~/features/fields";
import { changePageOf } from "~/features/pagination";
import { answers, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { beginOnboarding, payoutAccountOf, refreshPayoutAccount } from "./accounts.server";
import { payoutPage } from "./queries.server";
import { onboarding, payout, payoutAccount, payoutQuery } from "./schema";

const tags = ["Payments"];

export const payoutsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/product/payment/merchant/account",
      operationId: "getPayoutAccount",
      tags,
      summary: "The merchant's account for payouts",
      ...onlyFor("merchant"),
      responses: answers(single(payoutAccount)),
    }),
    async (c) => c.json({ data: await payoutAccountOf(c.var.services, (await signedIn(c, "merchant"))._id) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/payment/merchant/account/onboarding",
      operationId: "startPayoutOnboarding",
      ...mayRefuse("too_many_tries", "payouts_off", "card_provider_unreachable"),
      tags,
      summary: "The provider's page on which the account is opened",
      ...onlyFor("merchant"),
      responses: answers(single(onboarding)),
    }),
    async (c) => {
      const { _id, email, storeName } = await signedIn(c, "merchant");
      await c.var.services.rateLimiter.consume({ name: "payout-onboarding", points: 30, seconds: 600 }, _id);
      return c.json(
        { data: await beginOnboarding(c.var.services, { _id, email: email ?? "", storeName: storeName ?? "" }) },
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/payment/merchant/account/refresh",
      operationId: "refreshPayoutAccount",
      ...mayRefuse("too_many_tries", "payouts_off", "card_provider_unreachable"),
      tags,
      summary: "Ask the provider how the account stands",
      ...onlyFor("merchant"),
      responses: answers(single(payoutAccount)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      await c.var.services.rateLimiter.consume({ name: "payout-refresh", points: 30, seconds: 600 }, merchant._id);
      return c.json({ data: await refreshPayoutAccount(c.var.services, merchant._id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/payment/merchant/payouts",
      operationId: "listPayouts",
      tags,
      summary: "What the merchant was or is to be sent, newest first, 5 a page",
      description:
        "With updatedSince: what was written, begun, refused, sent or taken back since. While a payout waits, its amount and what it waits for follow the order, its dispute and the account, which is no change of it.",
      ...onlyFor("merchant"),
      request: { query: payoutQuery },
      responses: answers(changePageOf(payout)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json({ data: await payoutPage(c.var.services, merchant._id, c.req.valid("query")) }, 200);
    },
  );
