import { createRoute } from "@hono/zod-openapi";
import { single } from "~/features/fields";
import { answers, newApi, onlyFor } from "~/platform/http/api.server";
import { everything, everythingQuery } from "./schema";
import { searchEverything } from "./search.server";

export const searchApi = newApi().openapi(
  createRoute({
    method: "get",
    path: "/operator/search",
    operationId: "operatorSearch",
    tags: ["Operators"],
    summary: "Orders, products, stalls and people that a text names, five of each at the most",
    ...onlyFor("operator"),
    request: { query: everythingQuery },
    responses: answers(single(everything)),
  }),
  async (c) => c.json({ data: await searchEverything(c.var.services, c.req.valid("query").q) }, 200),
);
