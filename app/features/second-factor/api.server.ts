import { createRoute, z } from "@hono/zod-openapi";
import { recordOf } from "~/features/accounts/log-in.server";
import { demandProof } from "~/features/accounts/proof.server";
import { requesterOf } from "~/features/accounts/requester.server";
import { operatorOf } from "~/features/audit/audit.server";
import { messageAnswer, id, single } from "~/features/fields";
import { answers, created, EVERY_ROLE, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import {
  authenticatorOf,
  beginAuthenticator,
  confirmAuthenticator,
  hasJustBegun,
  renewRecoveryCodes,
  switchOff,
} from "./authenticator.server";
import { factorStateOf } from "./factors.server";
import { liftFactor } from "./lift.server";
import { passkeysApi } from "./passkeys-api.server";
import { prove } from "./prove.server";
import { relyingPartyOf } from "./relying-party.server";
import {
  authenticator,
  confirmAuthenticator as confirmPayload,
  factorState,
  lift,
  proof,
  recoveryCodes,
  switchOff as switchOffPayload,
} from "./schema";
import { signInApi } from "./sign-in-api.server";

const tags = ["Second factor"];

const ownFactorApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/user/second-factor",
      operationId: "getSecondFactor",
      tags,
      summary: "My second factor: since when, the app, the passkeys",
      ...onlyFor(...EVERY_ROLE),
      responses: answers(single(factorState)),
    }),
    async (c) => {
      const passkeysWork = relyingPartyOf(c.var.services.config) !== null;
      return c.json({ data: { ...(await factorStateOf(c.var.services, (await recordOf(c))._id)), passkeysWork } }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/second-factor/authenticator",
      operationId: "createAuthenticator",
      ...mayRefuse("second_factor_on", "no_setup"),
      tags,
      summary: "Begin to set an app up",
      ...onlyFor(...EVERY_ROLE),
      responses: created(single(authenticator), "What the app is to be told."),
    }),
    async (c) => {
      const person = await recordOf(c);
      await beginAuthenticator(c.var.services, person, c.var.tokenHash);
      return c.json({ data: await authenticatorOf(c.var.services, person, c.var.tokenHash) }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/user/second-factor/authenticator",
      operationId: "getAuthenticator",
      ...mayRefuse("second_factor_on", "no_setup"),
      tags,
      summary: "The set-up under way",
      description: "In the first 10 minutes it is shown to the session that began it without a further proof.",
      ...onlyFor(...EVERY_ROLE),
      responses: answers(single(authenticator)),
    }),
    async (c) => {
      const person = await recordOf(c);
      if (!(await hasJustBegun(c.var.services, person, c.var.tokenHash))) await demandProof(c);
      return c.json({ data: await authenticatorOf(c.var.services, person, c.var.tokenHash) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/second-factor/confirm",
      operationId: "confirmAuthenticator",
      ...mayRefuse("too_many_tries", "second_factor_on", "no_setup", "wrong_factor_code", "used_factor_code"),
      tags,
      summary: "Switch the second factor on with the first code of the app",
      ...onlyFor(...EVERY_ROLE),
      request: json(confirmPayload),
      responses: answers(recoveryCodes),
    }),
    async (c) => {
      const person = await recordOf(c);
      const { code } = c.req.valid("json");
      return c.json({ codes: await confirmAuthenticator(c.var.services, person, code, c.var.tokenHash) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/second-factor/recovery-codes",
      operationId: "renewRecoveryCodes",
      ...mayRefuse("second_factor_off"),
      tags,
      summary: "Ten new recovery codes; those before them are void",
      ...onlyFor(...EVERY_ROLE),
      responses: answers(recoveryCodes),
    }),
    async (c) => {
      return c.json({ codes: await renewRecoveryCodes(c.var.services, await recordOf(c)) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/user/second-factor",
      operationId: "disableSecondFactor",
      ...mayRefuse(
        "too_many_tries",
        "wrong_password",
        "wrong_factor_code",
        "used_factor_code",
        "unreadable_factor",
        "second_factor_off",
      ),
      tags,
      summary: "Switch the second factor off",
      ...onlyFor(...EVERY_ROLE),
      request: json(switchOffPayload),
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await switchOff(c.var.services, await recordOf(c), c.req.valid("json"), requesterOf(c));
      return c.json({ message: "Your second factor is off." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/proof",
      operationId: "proveIdentity",
      ...mayRefuse(
        "too_many_tries",
        "wrong_password",
        "nothing_proven",
        "wrong_factor_code",
        "used_factor_code",
        "unreadable_factor",
        "second_factor_off",
        "wrong_passkey",
        "copied_passkey",
      ),
      tags,
      summary: "Show once more who is there: by the password, or by a code of the second factor",
      description:
        "Calls that say so ask for it when the last time is more than 10 minutes ago. A recovery code opens one such call, within 10 minutes; used again it is refused.",
      ...onlyFor(...EVERY_ROLE),
      request: json(proof),
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await prove(c.var.services, await recordOf(c), c.req.valid("json"), requesterOf(c), c.var.tokenHash);
      return c.json({ message: "Thank you." }, 200);
    },
  );

const ofOthers = newApi().openapi(
  createRoute({
    method: "post",
    path: "/operator/users/{id}/lift-second-factor",
    operationId: "liftSecondFactor",
    ...mayRefuse("unknown_user", "second_factor_off", "own_factor"),
    tags: ["Operators"],
    summary: "Switch off the second factor of somebody who has lost it",
    ...onlyFor("operator"),
    request: { params: z.object({ id }), ...json(lift) },
    responses: answers(messageAnswer),
  }),
  async (c) => {
    const operator = await operatorOf(c);
    await liftFactor(c.var.services, operator, { _id: c.req.valid("param").id }, c.req.valid("json").reason);
    return c.json({ message: "The second factor is lifted." }, 200);
  },
);

export const secondFactorApi = newApi()
  .route("/", signInApi)
  .route("/", ownFactorApi)
  .route("/", passkeysApi)
  .route("/", ofOthers);
