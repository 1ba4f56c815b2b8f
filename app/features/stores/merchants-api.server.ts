import { createRoute, z } from "@hono/zod-openapi";
import { operatorOf } from "~/features/audit/audit.server";
import { messageAnswer, id } from "~/features/fields";
import { changePageOf } from "~/features/pagination";
import { answers, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { merchantPage } from "./find-merchants.server";
import { merchant, merchantQuery, suspend } from "./merchants-schema";
import { approveMerchant, reinstateMerchant, suspendMerchant, type Resume } from "./standing.server";

const tags = ["Operators"];
const params = z.object({ id });

/** Operators' calls to find merchants, let them in, close and open their stalls. `resume`: see `reinstateMerchant`. */
export const merchantsApi = (resume: Resume) =>
  newApi()
    .openapi(
      createRoute({
        method: "get",
        path: "/operator/merchants",
        operationId: "operatorListMerchants",
        tags,
        summary: "Merchants by stall, name or mail, newest first, 20 a page",
        description: "With updatedSince: whose fields changed since, the count of products and the categories apart.",
        ...onlyFor("operator"),
        request: { query: merchantQuery },
        responses: answers(changePageOf(merchant)),
      }),
      async (c) => {
        return c.json({ data: await merchantPage(c.var.services, c.req.valid("query")) }, 200);
      },
    )
    .openapi(
      createRoute({
        method: "post",
        path: "/operator/merchants/{id}/approve",
        operationId: "operatorApproveMerchant",
        ...mayRefuse("unknown_merchant", "other_status"),
        tags,
        summary: "Let a waiting merchant in",
        ...onlyFor("operator"),
        request: { params },
        responses: answers(messageAnswer),
      }),
      async (c) => {
        await approveMerchant(c.var.services, await operatorOf(c), c.req.valid("param").id);
        return c.json({ message: "The merchant may sell now." }, 200);
      },
    )
    .openapi(
      createRoute({
        method: "post",
        path: "/operator/merchants/{id}/suspend",
        operationId: "operatorSuspendMerchant",
        ...mayRefuse("unknown_merchant", "other_status"),
        tags,
        summary: "Take everything of a merchant off sale at once; paid orders go on",
        ...onlyFor("operator"),
        request: { params, ...json(suspend) },
        responses: answers(messageAnswer),
      }),
      async (c) => {
        await suspendMerchant(c.var.services, await operatorOf(c), c.req.valid("param").id, c.req.valid("json").reason);
        return c.json({ message: "The merchant's products are off sale." }, 200);
      },
    )
    .openapi(
      createRoute({
        method: "post",
        path: "/operator/merchants/{id}/reinstate",
        operationId: "operatorReinstateMerchant",
        ...mayRefuse("unknown_merchant", "other_status"),
        tags,
        summary: "End a suspension",
        ...onlyFor("operator"),
        request: { params },
        responses: answers(messageAnswer),
      }),
      async (c) => {
        await reinstateMerchant(c.var.services, await operatorOf(c), c.req.valid("param").id, resume);
        return c.json({ message: "The merchant's published products are on sale again." }, 200);
      },
    );
