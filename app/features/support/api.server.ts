import { createRoute } from "@hono/zod-openapi";
import { done } from "~/features/fields";
import { clientAddress, created, json, newApi } from "~/platform/http/api.server";
import { takeMessage } from "./rules.server";
import { contactMessage } from "./schema";

export const supportApi = newApi().openapi(
  createRoute({
    method: "post",
    path: "/support",
    tags: ["Support"],
    summary: "Send a message to the team",
    request: json(contactMessage),
    responses: created(done),
  }),
  async (c) => {
    await c.var.services.rateLimiter.consume({ name: "support-address", points: 10, seconds: 3600 }, clientAddress(c));
    await takeMessage(c.var.services, c.req.valid("json"));
    return c.json({ message: "Your message has been sent successfully!" }, 201);
  },
);
