import { createRoute, z } from "@hono/zod-openapi";
import { messageAnswer, id } from "~/features/fields";
import { answers, created, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { pushSubscription } from "./schema";
import { endBrowser, subscribe } from "./subscriptions.server";

const tags = ["Notices"];

/** Calls for browsers that show notices while the shop is not open in them. */
export const pushApi = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/user/push-subscriptions",
      operationId: "createPushSubscription",
      ...mayRefuse("bad_push_subscription"),
      tags,
      summary: "Tell me in this browser",
      description:
        "Takes what `PushManager.subscribe` gives, with `publicKey` of GET /user/notices as its `applicationServerKey`. An address that leads into a network that is not public is refused. Again it is the same. An account has ten; a further one takes the place of the oldest. It ends with the session that asks.",
      ...onlyFor("buyer", "merchant"),
      request: json(pushSubscription),
      responses: created(messageAnswer),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "buyer", "merchant");
      const session = { userId: _id, sessionHash: c.var.tokenHash };
      await subscribe(c.var.services, session, c.req.valid("json"), c.req.header("User-Agent") ?? "");
      return c.json({ message: "This browser shows you notices from now on." }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/user/push-subscriptions/{id}",
      operationId: "deletePushSubscription",
      ...mayRefuse("unknown_push_browser"),
      tags,
      summary: "Tell me in that browser no more",
      ...onlyFor("buyer", "merchant"),
      request: { params: z.object({ id }) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "buyer", "merchant");
      await endBrowser(c.var.services.db, _id, c.req.valid("param").id);
      return c.json({ message: "That browser shows you no more notices." }, 200);
    },
  );
