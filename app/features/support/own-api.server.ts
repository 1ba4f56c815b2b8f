import { createRoute, z } from "@hono/zod-openapi";
import { messageAnswer, id, single } from "~/features/fields";
import { pageOf, pageQuery } from "~/features/pagination";
import { answers, json, mayRefuse, newApi, onlyFor, signedIn, type ApiContext } from "~/platform/http/api.server";
import { ownMessagePage, ownThread as threadOf, replyTo } from "./own-messages.server";
import { ownMessage, ownThread, replyText } from "./schema";

const tags = ["Support"];
const params = z.object({ id });

/** The caller's id, and the address that their messages are written from. */
async function writerOf(c: ApiContext) {
  const { _id, email } = await signedIn(c, "buyer");
  return { _id, email: email ?? "" };
}

export const ownMessagesApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/user/messages",
      operationId: "listOwnMessages",
      tags,
      summary: "What was written to the team from my address, newest first, 10 a page",
      ...onlyFor("buyer"),
      request: { query: pageQuery },
      responses: answers(pageOf(ownMessage)),
    }),
    async (c) => {
      const { email } = await writerOf(c);
      return c.json({ data: await ownMessagePage(c.var.services, email, c.req.valid("query").page) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/user/messages/{id}",
      operationId: "getOwnMessage",
      ...mayRefuse("unknown_message"),
      tags,
      summary: "One of them with all that was written since",
      ...onlyFor("buyer"),
      request: { params },
      responses: answers(single(ownThread)),
    }),
    async (c) => {
      const { email } = await writerOf(c);
      return c.json({ data: await threadOf(c.var.services, email, c.req.valid("param").id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/messages/{id}/replies",
      operationId: "replyToTeam",
      ...mayRefuse("unknown_message", "too_many_tries"),
      tags,
      summary: "Write on in a conversation with the team",
      ...onlyFor("buyer"),
      request: { params, ...json(replyText) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await replyTo(c.var.services, await writerOf(c), c.req.valid("param").id, c.req.valid("json").reply);
      return c.json({ message: "Your reply is with our team." }, 200);
    },
  );
