import { createRoute, z } from "@hono/zod-openapi";
import { messageAnswer, single } from "~/features/fields";
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
import { decisionsOf, objectTo, openDecision } from "./objections.server";
import { decision, objectionForm, ownDecision } from "./schema";

const tags = ["Reports"];
const params = z.object({ word: z.string().max(400) });
/** Limits calls from one network address, so that tokens cannot be guessed. */
const LINKS = { name: "decision-links", points: 60, seconds: 3600 };

/** Calls for people about decisions that concern them. */
export const decisionsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/user/decisions",
      operationId: "listDecisions",
      tags,
      summary: "Decisions of the market about what I wrote or sell, the newest 50",
      ...onlyFor("buyer", "merchant"),
      responses: answers(z.object({ data: z.array(ownDecision) })),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "buyer", "merchant");
      return c.json({ data: await decisionsOf(c.var.services, _id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/decision-link/{word}",
      operationId: "openDecisionLink",
      ...mayRefuse("unknown_decision", "too_many_tries"),
      tags,
      summary: "The decision that a mailed link is for; asks nobody to sign in",
      request: { params },
      responses: answers(single(decision)),
    }),
    async (c) => {
      const { services } = c.var;
      await services.rateLimiter.consume(LINKS, clientAddress(c));
      return c.json({ data: await openDecision(services, c.req.valid("param").word) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/decision-link/{word}/objection",
      operationId: "objectToDecision",
      ...mayRefuse("unknown_decision", "objected_already", "decision_over", "too_many_tries"),
      tags,
      summary: "Object to a decision, once; it comes back to the operators",
      request: { params, ...json(objectionForm) },
      responses: created(messageAnswer),
    }),
    async (c) => {
      const { services } = c.var;
      await services.rateLimiter.consume(LINKS, clientAddress(c));
      await objectTo(services, c.req.valid("param").word, c.req.valid("json").text);
      return c.json({ message: "Thank you. Our team looks at it once more, and writes to you." }, 201);
    },
  );
