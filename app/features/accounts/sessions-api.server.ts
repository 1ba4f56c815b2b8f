import { createRoute, z } from "@hono/zod-openapi";
import { messageAnswer, id } from "~/features/fields";
import { answers, EVERY_ROLE, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { ownSession } from "./schema";
import { endSession, sessionsOf } from "./sessions.server";
import { revokeToken, revokeTokensOf } from "./tokens.server";

const tags = ["Accounts"];
const session = z.object({ session: id });

/** Calls that list and end a person's sessions. */
export const sessionsApi = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/user/logout",
      operationId: "logOut",
      tags,
      summary: "End this session",
      security: [...onlyFor(...EVERY_ROLE).security, {}],
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await revokeToken(c.var.services.db, c.var.tokenHash);
      return c.json({ message: "Signed out." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/user/sessions",
      operationId: "listSessions",
      tags,
      summary: "Where I am signed in",
      ...onlyFor(...EVERY_ROLE),
      responses: answers(z.object({ data: z.array(ownSession) })),
    }),
    async (c) => {
      const { _id } = await signedIn(c);
      return c.json({ data: await sessionsOf(c.var.services, _id, c.var.tokenHash) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/user/sessions",
      operationId: "endOtherSessions",
      tags,
      summary: "End every other session of mine",
      ...onlyFor(...EVERY_ROLE),
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { _id } = await signedIn(c);
      await revokeTokensOf(c.var.services.db, _id, c.var.tokenHash);
      return c.json({ message: "Every other session has ended." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/user/sessions/{session}",
      operationId: "endSession",
      ...mayRefuse("unknown_session"),
      tags,
      summary: "End one session of mine",
      ...onlyFor(...EVERY_ROLE),
      request: { params: session },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { _id } = await signedIn(c);
      await endSession(c.var.services, _id, c.req.valid("param").session);
      return c.json({ message: "That session has ended." }, 200);
    },
  );
