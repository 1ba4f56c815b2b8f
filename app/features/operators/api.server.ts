import { createRoute } from "@hono/zod-openapi";
import { done, single } from "~/features/fields";
import { answers, clientAddress, json, newApi, type ApiContext } from "~/platform/http/api.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import { catalogueOperatorsApi } from "./catalogue-api.server";
import { deskOperatorsApi } from "./desk-api.server";
import { acceptInvitation, readInvitation } from "./invitation.server";
import { paymentsOperatorsApi } from "./payments-api.server";
import { peopleOperatorsApi } from "./people-api.server";
import { acceptInvitation as acceptPayload, invitation, invited } from "./schema";

const perAddress: RateLimit = { name: "invitation-address", points: 30, seconds: 900 };
const limited = (c: ApiContext) => c.var.services.rateLimiter.consume(perAddress, clientAddress(c));

/** For whoever holds the link of an invitation; nobody is signed in yet. */
export const invitationApi = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/user/invitation/verify",
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
      tags: ["Accounts"],
      summary: "Set the password that an operator's invitation asks for",
      request: json(acceptPayload),
      responses: answers(done),
    }),
    async (c) => {
      await limited(c);
      await acceptInvitation(c.var.services, c.req.valid("json"));
      return c.json({ message: "Your password is set. Please sign in." }, 200);
    },
  );

export const operatorsApi = newApi()
  .route("/", catalogueOperatorsApi)
  .route("/", peopleOperatorsApi)
  .route("/", deskOperatorsApi)
  .route("/", paymentsOperatorsApi);
