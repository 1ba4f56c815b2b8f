import { createRoute, z } from "@hono/zod-openapi";
import { operatorOf } from "~/features/audit/audit.server";
import { messageAnswer, id, single } from "~/features/fields";
import { changePageOf } from "~/features/pagination";
import { answers, clientAddress, json, mayRefuse, newApi, onlyFor, type ApiContext } from "~/platform/http/api.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import { checkFirstRun, inviteFirstOperator } from "./first-operator.server";
import { acceptInvitation, readInvitation } from "./invitation.server";
import {
  acceptInvitation as acceptPayload,
  firstRun,
  invitation,
  invited,
  invitedFirst,
  inviteFirst,
  market,
  person,
  usersQuery,
} from "./operator-schema";
import { endSessions, userForOperators, userPage } from "./users.server";

const perAddress: RateLimit = { name: "invitation-address", points: 30, seconds: 900 };
const limited = (c: ApiContext) => c.var.services.rateLimiter.consume(perAddress, clientAddress(c));

/** Calls for the holder of an invitation's link, who is not signed in yet. */
export const invitationApi = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/user/invitation/verify",
      operationId: "checkInvitation",
      ...mayRefuse("too_many_tries", "dead_invitation"),
      tags: ["Accounts"],
      summary: "Whom an operator's invitation is for, without using it up",
      request: json(invitation),
      responses: answers(single(invited)),
    }),
    async (c) => {
      await limited(c);
      return c.json({ data: await readInvitation(c.var.services, c.req.valid("json").token) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/invitation",
      operationId: "acceptInvitation",
      ...mayRefuse("too_many_tries", "dead_invitation", "common_password", "has_a_stall"),
      tags: ["Accounts"],
      summary: "Set the password that an operator's invitation asks for",
      request: json(acceptPayload),
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await limited(c);
      await acceptInvitation(c.var.services, c.req.valid("json"));
      return c.json({ message: "Your password is set. Please sign in." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/first-operator/verify",
      operationId: "checkFirstRun",
      ...mayRefuse("too_many_tries", "dead_first_run"),
      tags: ["Accounts"],
      summary: "Whether the link of a first start is still good",
      request: json(firstRun),
      responses: answers(single(market)),
    }),
    async (c) => {
      await limited(c);
      await checkFirstRun(c.var.services, c.req.valid("json").token);
      return c.json({ data: { name: c.var.services.config.market.name } }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/first-operator",
      operationId: "inviteFirstOperator",
      ...mayRefuse("too_many_tries", "dead_first_run", "has_a_stall"),
      tags: ["Accounts"],
      summary: "Become the first operator by the link of a first start",
      request: json(inviteFirst),
      responses: answers(single(invitedFirst)),
    }),
    async (c) => {
      await limited(c);
      return c.json({ data: { token: await inviteFirstOperator(c.var.services, c.req.valid("json")) } }, 200);
    },
  );

const tags = ["Operators"];

export const usersApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/users",
      operationId: "operatorListUsers",
      tags,
      summary: "Users by name or mail, newest first, 20 a page",
      description:
        "With updatedSince: whose account changed since. Sessions and the second factor are no change of it; closed accounts leave the list.",
      ...onlyFor("operator"),
      request: { query: usersQuery },
      responses: answers(changePageOf(person)),
    }),
    async (c) => {
      return c.json({ data: await userPage(c.var.services, c.req.valid("query")) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/users/{id}",
      operationId: "operatorGetUser",
      ...mayRefuse("unknown_user"),
      tags,
      summary: "One user",
      ...onlyFor("operator"),
      request: { params: z.object({ id }) },
      responses: answers(single(person)),
    }),
    async (c) => c.json({ data: await userForOperators(c.var.services, c.req.valid("param").id) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/users/{id}/end-sessions",
      operationId: "operatorEndSessions",
      ...mayRefuse("unknown_user"),
      tags,
      summary: "Sign a user out everywhere",
      ...onlyFor("operator"),
      request: { params: z.object({ id }) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await endSessions(c.var.services, await operatorOf(c), c.req.valid("param").id);
      return c.json({ message: "Signed out everywhere." }, 200);
    },
  );
