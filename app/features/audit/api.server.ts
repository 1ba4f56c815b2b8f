import { createRoute } from "@hono/zod-openapi";
import { pageOf, pageQuery } from "~/features/pagination";
import { answers, newApi, onlyFor } from "~/platform/http/api.server";
import { auditPage } from "./audit.server";
import { auditEntry } from "./schema";

export const auditApi = newApi().openapi(
  createRoute({
    method: "get",
    path: "/operator/audit",
    operationId: "operatorListAudit",
    tags: ["Operators"],
    summary: "What operators did, newest first, 20 a page",
    ...onlyFor("operator"),
    request: { query: pageQuery },
    responses: answers(pageOf(auditEntry)),
  }),
  async (c) => c.json({ data: await auditPage(c.var.services.db, c.req.valid("query").page) }, 200),
);
