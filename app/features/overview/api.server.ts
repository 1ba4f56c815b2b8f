import { createRoute } from "@hono/zod-openapi";
import { single } from "~/features/fields";
import { answers, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { morning } from "./morning-schema";
import { morningOf } from "./morning.server";
import { overviewOf } from "./overview.server";
import { daysSideBySide } from "./days.server";
import { days, overview } from "./schema";

export const overviewApi = newApi()
  .openapi(
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
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/overview/days",
      operationId: "operatorCompareDays",
      tags: ["Operators"],
      summary: "Today beside yesterday and the same day of last week",
      ...onlyFor("operator"),
      responses: answers(single(days)),
    }),
    async (c) => c.json({ data: await daysSideBySide(c.var.services) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/morning",
      operationId: "merchantGetMorning",
      tags: ["Sales"],
      summary: "What waits for the merchant",
      ...onlyFor("merchant"),
      responses: answers(single(morning)),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json({ data: await morningOf(c.var.services.db, _id) }, 200);
    },
  );
