import { createRoute, z } from "@hono/zod-openapi";
import { operatorOf } from "~/features/audit/audit.server";
import { messageAnswer, id, single } from "~/features/fields";
import { answers, created, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { expectedBy, ifMatch, versionHeader } from "~/platform/http/versions.server";
import { marketDay, merchantMarketDay, operatorMarketDay, takePart } from "./market-day-schema";
import { marketDaysFor, marketDaysWithStalls } from "./market-days.server";
import {
  addMarketDay,
  changeMarketDay,
  joinMarketDay,
  leaveMarketDay,
  marketDayVersion,
  marketDayWithStalls,
  removeMarketDay,
  withoutStalls,
} from "./save-market-day.server";

const [ofOperators, ofStalls] = [["Operators"], ["Ways and times"]];
const withVersion = { 200: { ...answers(single(operatorMarketDay))[200], headers: versionHeader } };
const params = z.object({ id: id.describe("The market day's.") });

/** Market days: operators make them, stalls take part or not. */
export const marketDaysApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/market-days",
      operationId: "operatorListMarketDays",
      tags: ofOperators,
      summary: "Market days with the stalls that take part, oldest first; 50 at the most",
      ...onlyFor("operator"),
      responses: answers(single(z.array(operatorMarketDay))),
    }),
    async (c) => c.json({ data: await marketDaysWithStalls(c.var.services.db) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/market-days",
      operationId: "operatorCreateMarketDay",
      ...mayRefuse("too_many_market_days"),
      tags: ofOperators,
      summary: "Make a market day; stalls take part when they say so",
      ...onlyFor("operator"),
      request: json(marketDay),
      responses: created(single(operatorMarketDay)),
    }),
    async (c) => {
      const operator = await operatorOf(c);
      return c.json({ data: await addMarketDay(c.var.services, operator, c.req.valid("json")) }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/market-days/{id}",
      operationId: "operatorGetMarketDay",
      ...mayRefuse("unknown_market_day"),
      tags: ofOperators,
      summary: "A market day",
      ...onlyFor("operator"),
      request: { params },
      responses: withVersion,
    }),
    async (c) => {
      const data = await marketDayWithStalls(c.var.services, c.req.valid("param").id);
      return c.json({ data }, 200, { ETag: marketDayVersion(withoutStalls(data)) });
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/operator/market-days/{id}",
      operationId: "operatorSaveMarketDay",
      ...mayRefuse("unknown_market_day", "changed_meanwhile"),
      ...ifMatch,
      tags: ofOperators,
      summary: "Change a market day; orders keep the place and time that they were placed with",
      ...onlyFor("operator"),
      request: { params, ...json(marketDay) },
      responses: withVersion,
    }),
    async (c) => {
      const operator = await operatorOf(c);
      const { id: marketDayId } = c.req.valid("param");
      const payload = c.req.valid("json");
      const data = await changeMarketDay(c.var.services, operator, marketDayId, payload, expectedBy(c, payload));
      return c.json({ data }, 200, { ETag: marketDayVersion(withoutStalls(data)) });
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/operator/market-days/{id}",
      operationId: "operatorDeleteMarketDay",
      ...mayRefuse("unknown_market_day", "market_day_in_use"),
      tags: ofOperators,
      summary: "Remove a market day; orders keep it",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await removeMarketDay(c.var.services, await operatorOf(c), c.req.valid("param").id);
      return c.json({ message: "The market day is removed." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/merchant/market-days",
      operationId: "listMarketDays",
      tags: ofStalls,
      summary: "Market days that my stall takes part in or could, oldest first",
      ...onlyFor("merchant"),
      responses: answers(single(z.array(merchantMarketDay))),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json({ data: await marketDaysFor(c.var.services.db, merchant._id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/merchant/market-days/{id}",
      operationId: "joinMarketDay",
      ...mayRefuse("unknown_market_day"),
      tags: ofStalls,
      summary: "Take part in a market day, or change how: the notice of the stall, and whether it can be paid there",
      description: "A market day is a way of the stall: as soon as it has one, its goods go by its ways alone.",
      ...onlyFor("merchant"),
      request: { params, ...json(takePart) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      await joinMarketDay(c.var.services, merchant._id, c.req.valid("param").id, c.req.valid("json"));
      return c.json({ message: "Your stall takes part." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/merchant/market-days/{id}",
      operationId: "leaveMarketDay",
      ...mayRefuse("unknown_market_day"),
      tags: ofStalls,
      summary: "Take part in a market day no more; orders keep it",
      ...onlyFor("merchant"),
      request: { params },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      await leaveMarketDay(c.var.services, merchant._id, c.req.valid("param").id);
      return c.json({ message: "Your stall takes part no more. Orders keep it." }, 200);
    },
  );
