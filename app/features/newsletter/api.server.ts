import { createRoute } from "@hono/zod-openapi";
import { done } from "~/features/fields";
import { answers, clientAddress, created, json, newApi } from "~/platform/http/api.server";
import { confirmSubscription, subscribe, unsubscribe } from "./rules.server";
import { signedLink, subscription } from "./schema";

const tags = ["Newsletter"];

export const newsletterApi = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/newsletter",
      tags,
      summary: "Ask for the newsletter; a mail asks to confirm it",
      request: json(subscription),
      responses: created(done),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(
        { name: "newsletter-address", points: 20, seconds: 3600 },
        clientAddress(c),
      );
      await subscribe(c.var.services, c.req.valid("json").email);
      return c.json({ message: "Almost there: please open the link we have mailed you." }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/newsletter/confirm",
      tags,
      summary: "Confirm with the link's word",
      request: json(signedLink),
      responses: answers(done),
    }),
    async (c) => {
      await confirmSubscription(c.var.services, c.req.valid("json").link);
      return c.json({ message: "Thank you. The next letter is yours." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/newsletter/unsubscribe",
      tags,
      summary: "Unsubscribe with the link's word",
      request: json(signedLink),
      responses: answers(done),
    }),
    async (c) => {
      await unsubscribe(c.var.services, c.req.valid("json").link);
      return c.json({ message: "You will get no more letters from us." }, 200);
    },
  );
