import { createRoute, z } from "@hono/zod-openapi";
import { messageAnswer } from "~/features/fields";
import { unknownPushKind } from "~/features/push/errors.server";
import { PUSH_KINDS } from "~/features/push/plain-schema";
import { pushChoice, pushKind } from "~/features/push/schema";
import { answers, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { choosePush } from "./choices.server";

const kindOfNotice = z.object({
  kind: z
    .string()
    .max(40)
    .describe(`One of ${PUSH_KINDS.join(", ")}.`),
});

/** The call that switches a kind of notices in browsers. */
export const pushChoicesApi = newApi().openapi(
  createRoute({
    method: "put",
    path: "/user/push-notices/{kind}",
    operationId: "choosePushNotice",
    ...mayRefuse("unknown_push_kind"),
    tags: ["Notices"],
    summary: "Say whether my browsers show me a kind of notices",
    ...onlyFor("buyer", "merchant"),
    request: { params: kindOfNotice, ...json(pushChoice) },
    responses: answers(messageAnswer),
  }),
  async (c) => {
    const { _id } = await signedIn(c, "buyer", "merchant");
    const { services } = c.var;
    const { push } = c.req.valid("json");
    const kind = pushKind.safeParse(c.req.valid("param").kind);
    if (!kind.success) throw unknownPushKind();
    await choosePush(services.db, services, _id, kind.data, push);
    const message = push
      ? "Your browsers show you such notices again."
      : "Your browsers show you such notices no more.";
    return c.json({ message }, 200);
  },
);
