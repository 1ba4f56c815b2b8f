import { createRoute, z } from "@hono/zod-openapi";
import { demandProofOfRefund } from "~/features/accounts/proof.server";
import { operatorOf } from "~/features/audit/audit.server";
import { marketDayOrRefuse } from "~/features/delivery/market-days.server";
import { id, single, toCents } from "~/features/fields";
import { answers, created, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { closeTime } from "./close-time.server";
import { closingChoices, timesOfDay } from "./orders-of-time.server";
import { closedTimeProgress } from "./progress.server";
import {
  closedTime,
  closeMarketTime,
  closingChoices as choicesSchema,
  dayQuery,
  marketTimeQuery,
  timeOfDay,
} from "./schema";
import { takeBackClosedTime } from "./take-back.server";

const tags = ["Operators"];
const params = z.object({ id });

/** Calls of an operator who must close a time of a market day for all its stalls. */
export const marketClosedTimesApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/market-days/{id}/times-to-close",
      operationId: "operatorListTimesToClose",
      ...mayRefuse("unknown_market_day", "unknown_day"),
      tags,
      summary: "The times of a market day that have orders of its stalls, and those that were closed",
      ...onlyFor("operator"),
      request: { params, query: dayQuery },
      responses: answers(single(z.array(timeOfDay))),
    }),
    async (c) => {
      const { _id: marketDayId } = await marketDayOrRefuse(c.var.services.db, c.req.valid("param").id);
      return c.json({ data: await timesOfDay(c.var.services, { marketDayId }, c.req.valid("query").day) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/market-days/{id}/times-to-close/choices",
      operationId: "operatorGetClosingChoices",
      ...mayRefuse("unknown_market_day", "unknown_closed_time", "unknown_day"),
      tags,
      summary: "How many orders and how much money a time of a market day has, and where they could be moved to",
      description: "Times on which one of the stalls is on holiday are left out.",
      ...onlyFor("operator"),
      request: { params, query: marketTimeQuery },
      responses: answers(single(choicesSchema)),
    }),
    async (c) => {
      const { _id: marketDayId } = await marketDayOrRefuse(c.var.services.db, c.req.valid("param").id);
      const query = { ...c.req.valid("query"), method: marketDayId };
      return c.json({ data: await closingChoices(c.var.services, { marketDayId }, query) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/market-days/{id}/closed-times",
      operationId: "operatorCloseTime",
      ...mayRefuse(
        "unknown_market_day",
        "nobody_ordered",
        "time_over",
        "orders_changed",
        "time_closed_already",
        "same_time",
        "way_closed",
        "too_few_places",
      ),
      tags,
      summary: "Close a time of a market day for all stalls: its orders are moved, or their money goes back",
      description:
        "As closeTime does for one stall. Each buyer is told once, for all stalls of their order, and each stall once.",
      ...onlyFor("operator"),
      request: { params, ...json(closeMarketTime) },
      responses: created(single(z.object({ _id: z.string() }))),
    }),
    async (c) => {
      const operator = await operatorOf(c);
      const { services } = c.var;
      const { _id: marketDayId } = await marketDayOrRefuse(services.db, c.req.valid("param").id);
      const payload = { ...c.req.valid("json"), method: marketDayId };
      if (payload.next === "money_back" || payload.silent === "money_back")
        await demandProofOfRefund(c, toCents(payload.amount));
      return c.json({ data: { _id: await closeTime(services, { marketDayId, operator }, payload) } }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/closed-times/{id}",
      operationId: "operatorGetClosedTime",
      ...mayRefuse("unknown_closed_time"),
      tags,
      summary: "A closed time of a market day, and how far the orders of all stalls have come",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(single(closedTime)),
    }),
    async (c) => c.json({ data: await closedTimeProgress(c.var.services, null, c.req.valid("param").id) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/closed-times/{id}/take-back",
      operationId: "operatorTakeBackClosedTime",
      ...mayRefuse("unknown_closed_time", "too_late"),
      tags,
      summary: "Take a closed time of a market day back, within the hour; those who were told are told so",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(single(closedTime)),
    }),
    async (c) => {
      const { id: closedTimeId } = c.req.valid("param");
      await takeBackClosedTime(c.var.services, { operator: await operatorOf(c) }, closedTimeId);
      return c.json({ data: await closedTimeProgress(c.var.services, null, closedTimeId) }, 200);
    },
  );
