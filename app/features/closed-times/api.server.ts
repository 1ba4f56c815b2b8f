import { createRoute, z } from "@hono/zod-openapi";
import { demandProofOfRefund } from "~/features/accounts/proof.server";
import { id, single, toCents } from "~/features/fields";
import {
  answers,
  clientAddress,
  created,
  json,
  mayRefuse,
  newApi,
  onlyFor,
  signedIn,
} from "~/platform/http/api.server";
import { closeTime } from "./close-time.server";
import { answerTimeLink, openTimeLink } from "./link.server";
import { closingChoices, timesOfDay } from "./orders-of-time.server";
import { closedTimeProgress } from "./progress.server";
import {
  closedTime,
  closeTime as closePayload,
  closingChoices as choicesSchema,
  dayQuery,
  linkAnswer,
  linkedOrder,
  timeOfDay,
  timeQuery,
} from "./schema";
import { takeBackClosedTime } from "./take-back.server";

const tags = ["Merchants' orders"];
const params = z.object({ id });
const link = z.object({ word: z.string().max(1000) });
/** Limits a client's address, so that nobody can guess words. */
const LINKS = { name: "time-links", points: 60, seconds: 3600 };

/** Calls of a merchant who must close a time, and calls for the links in the letters about it. */
export const closedTimesApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/merchant/times-to-close",
      operationId: "listTimesToClose",
      ...mayRefuse("unknown_day"),
      tags,
      summary: "The times of a day that have orders, how much is paid for them, and those that were closed",
      ...onlyFor("merchant"),
      request: { query: dayQuery },
      responses: answers(single(z.array(timeOfDay))),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json(
        { data: await timesOfDay(c.var.services, { merchantId: merchant._id }, c.req.valid("query").day) },
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/merchant/times-to-close/choices",
      operationId: "getClosingChoices",
      ...mayRefuse("unknown_closed_time", "unknown_day"),
      tags,
      summary: "How many orders and how much money a time has, and where they could be moved to; nothing is done",
      ...onlyFor("merchant"),
      request: { query: timeQuery },
      responses: answers(single(choicesSchema)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json(
        { data: await closingChoices(c.var.services, { merchantId: merchant._id }, c.req.valid("query")) },
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/merchant/closed-times",
      operationId: "closeTime",
      ...mayRefuse(
        "nobody_ordered",
        "time_over",
        "orders_changed",
        "time_closed_already",
        "market_day_stays",
        "same_time",
        "way_closed",
        "too_few_places",
      ),
      tags,
      summary: "Close a time: its orders are moved to another one, or their money goes back",
      description:
        "Ask for the choices first: the numbers that they answer are sent along. A job tells each buyer once. Money goes back an hour later, so that all of it can be taken back until then.",
      ...onlyFor("merchant"),
      request: json(closePayload),
      responses: created(single(z.object({ _id: z.string() }))),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const payload = c.req.valid("json");
      if (payload.next === "money_back" || payload.silent === "money_back")
        await demandProofOfRefund(c, toCents(payload.amount));
      return c.json({ data: { _id: await closeTime(c.var.services, { merchantId: merchant._id }, payload) } }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/merchant/closed-times/{id}",
      operationId: "getClosedTime",
      ...mayRefuse("unknown_closed_time"),
      tags,
      summary: "A closed time, and how far its orders have come",
      ...onlyFor("merchant"),
      request: { params },
      responses: answers(single(closedTime)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json(
        { data: await closedTimeProgress(c.var.services, { merchantId: merchant._id }, c.req.valid("param").id) },
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/merchant/closed-times/{id}/take-back",
      operationId: "takeBackClosedTime",
      ...mayRefuse("unknown_closed_time", "too_late"),
      tags,
      summary: "Take a closed time back, within the hour; those who were told are told so",
      ...onlyFor("merchant"),
      request: { params },
      responses: answers(single(closedTime)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const { id: closedTimeId } = c.req.valid("param");
      await takeBackClosedTime(c.var.services, { merchantId: merchant._id }, closedTimeId);
      return c.json(
        { data: await closedTimeProgress(c.var.services, { merchantId: merchant._id }, closedTimeId) },
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/closed-time-link/{word}",
      operationId: "openTimeLink",
      ...mayRefuse("unknown_time_link", "too_many_tries"),
      tags: ["Orders"],
      summary: "What a letter's link about a closed time is for; nothing is done",
      request: { params: link },
      responses: answers(single(linkedOrder)),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(LINKS, clientAddress(c));
      return c.json({ data: await openTimeLink(c.var.services, c.req.valid("param").word) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/closed-time-link/{word}",
      operationId: "answerTimeLink",
      ...mayRefuse("unknown_time_link", "link_answered", "answer_over", "disputed", "too_many_tries"),
      tags: ["Orders"],
      summary: "Say by a letter's link that the buyer comes at the new time, or wants the money back",
      request: { params: link, ...json(linkAnswer) },
      responses: answers(single(linkedOrder)),
    }),
    async (c) => {
      const { services } = c.var;
      await services.rateLimiter.consume(LINKS, clientAddress(c));
      const { word } = c.req.valid("param");
      await answerTimeLink(services, word, c.req.valid("json").answer);
      return c.json({ data: await openTimeLink(services, word) }, 200);
    },
  );
