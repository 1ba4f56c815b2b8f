import { createRoute, z } from "@hono/zod-openapi";
import { operatorOf } from "~/features/audit/audit.server";
import { single, toDollars } from "~/features/fields";
import { answers, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { handOverAtMarket as handOver } from "./hand-over-at-market.server";
import { busyMarketDays, marketDayOrders as readOrders } from "./market-day-orders.server";
import { busyMarketDay, dayParams, dayQuery, handedOverAtMarket, handOverAtMarket, marketDayOrders } from "./schema";

const tags = ["Operators"];

/** Market days as the market's staff see them. */
export const marketHandOverApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/market-days/{id}/days",
      operationId: "operatorListMarketDayDates",
      ...mayRefuse("unknown_market_day"),
      tags,
      summary: "Days of a market day that have orders, from a week ago to six weeks ahead",
      ...onlyFor("operator"),
      request: { params: dayParams.pick({ id: true }) },
      responses: answers(single(z.array(busyMarketDay))),
    }),
    async (c) => c.json({ data: await busyMarketDays(c.var.services, c.req.valid("param").id) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/market-days/{id}/days/{day}",
      operationId: "operatorGetMarketDayOrders",
      ...mayRefuse("unknown_market_day", "unknown_day", "unknown_code", "other_day"),
      tags,
      summary: "A day of a market day with its whole orders, or with the one that has a code",
      ...onlyFor("operator"),
      request: { params: dayParams, query: dayQuery },
      responses: answers(single(marketDayOrders)),
    }),
    async (c) => {
      const { id, day } = c.req.valid("param");
      return c.json({ data: await readOrders(c.var.services, id, day, c.req.valid("query").code) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/market-days/{id}/days/{day}/hand-over",
      operationId: "operatorHandOver",
      ...mayRefuse(
        "unknown_market_day",
        "unknown_day",
        "unknown_order",
        "handed_over_already",
        "not_weighed",
        "to_be_paid",
        "given_too_little",
        "unknown_line",
        "more_than_is_left",
        "refunded_meanwhile",
        "disputed",
        "all_missing",
      ),
      tags,
      summary: "Hand over an order at a market day, whole or some of its parts",
      ...onlyFor("operator"),
      request: { params: dayParams, ...json(handOverAtMarket) },
      responses: answers(handedOverAtMarket),
    }),
    async (c) => {
      const { id, day } = c.req.valid("param");
      const operator = await operatorOf(c);
      const outcome = await handOver(c.var.services, operator, id, day, c.req.valid("json"));
      const payment = outcome && {
        paid: toDollars(outcome.paidCents),
        tendered: toDollars(outcome.givenCents),
        change: toDollars(outcome.givenCents - outcome.paidCents),
      };
      return c.json({ message: "It is handed over.", payment }, 200);
    },
  );
