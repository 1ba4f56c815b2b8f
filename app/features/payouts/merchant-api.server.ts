import { createRoute, z } from "@hono/zod-openapi";
import { balanceOf } from "~/features/accounting/balance.server";
import { id, single } from "~/features/fields";
import { merchantFor } from "~/features/stores/find-merchants.server";
import { answers, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { payoutAccountOf } from "./accounts.server";
import { merchantDetails } from "./merchant-schema";

const tags = ["Operators"];
const params = z.object({ id });

/** One merchant for operators: the store, what is owed, and how it is paid out, which `stores` does not know. */
export const merchantDetailsApi = newApi().openapi(
  createRoute({
    method: "get",
    path: "/operator/merchants/{id}",
    operationId: "operatorGetMerchant",
    ...mayRefuse("unknown_merchant"),
    tags,
    summary: "One merchant, with the balance and the account for payouts",
    ...onlyFor("operator"),
    request: { params },
    responses: answers(single(merchantDetails)),
  }),
  async (c) => {
    const { id: merchantId } = c.req.valid("param");
    const merchant = await merchantFor(c.var.services, merchantId);
    const balance = await balanceOf(c.var.services, merchantId);
    return c.json(
      { data: { ...merchant, balance, payoutAccount: await payoutAccountOf(c.var.services, merchantId) } },
      200,
    );
  },
);
