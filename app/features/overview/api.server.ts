import { createRoute } from "@hono/zod-openapi";
import { single } from "~/features/fields";
import { answers, newApi, onlyFor } from "~/platform/http/api.server";
import { overviewOf } from "./overview.server";
import { overview } from "./schema";

export const overviewApi = newApi().openapi(
  createRoute({
    method: "get",
    path: "/operator/overview",
    operationId: "operatorGetOverview",
    tags: ["Operators"],
    summary: "How much waits",
    ...onlyFor("operator"),
    responses: answers(single(overview)),
  }),
  async (c) => c.json({ data: await overviewOf(c.var.services.db) }, 200),
);
