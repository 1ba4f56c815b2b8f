import { createRoute } from "@hono/zod-openapi";
import { single } from "~/features/fields";
import { answers, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import { firstSteps, firstStepTry, stepOutcome } from "./first-steps-schema";
import { firstStepsOf, tryMail, tryPayments } from "./first-steps.server";
import { morning } from "./morning-schema";
import { morningOf } from "./morning.server";
import { overviewOf } from "./overview.server";
import { daysSideBySide } from "./days.server";
import { days, overview } from "./schema";

const perOperator: RateLimit = { name: "first-steps", points: 20, seconds: 900 };

export const overviewApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/first-steps",
      operationId: "operatorGetFirstSteps",
      tags: ["Operators"],
      summary: "What a new market has and lacks",
      ...onlyFor("operator"),
      responses: answers(single(firstSteps)),
    }),
    async (c) => c.json({ data: await firstStepsOf(c.var.services) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/first-steps/tries",
      operationId: "operatorTryFirstStep",
      ...mayRefuse("too_many_tries"),
      tags: ["Operators"],
      summary: "Try mail, by one to yourself, or payments, by asking their provider",
      ...onlyFor("operator"),
      request: json(firstStepTry),
      responses: answers(stepOutcome),
    }),
    async (c) => {
      const user = await signedIn(c, "operator");
      await c.var.services.rateLimiter.consume(perOperator, user._id);
      const { step } = c.req.valid("json");
      return c.json(await (step === "mail" ? tryMail(c.var.services, user) : tryPayments(c.var.services)), 200);
    },
  )
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
