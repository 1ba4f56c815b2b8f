import { createRoute, z } from "@hono/zod-openapi";
import { recordOf } from "~/features/accounts/log-in.server";
import { messageAnswer, id, single } from "~/features/fields";
import { answers, created, EVERY_ROLE, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { addPasskey as payload, passkey, passkeyOptions } from "./passkey-schema";
import { addPasskey, beginPasskey, removePasskey } from "./passkeys.server";

const tags = ["Second factor"];

/** Calls for the passkeys of the signed-in person. The call for the whole factor lists them. */
export const passkeysApi = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/user/second-factor/passkeys/options",
      operationId: "getPasskeyOptions",
      ...mayRefuse("too_many_tries", "passkeys_unavailable", "too_many_passkeys"),
      tags,
      summary: "What a browser needs to make a passkey",
      description: `Good for five minutes, this session and one passkey. With 409: \`passkeys_unavailable\`, \`too_many_passkeys\`.`,
      ...onlyFor(...EVERY_ROLE),
      responses: answers(single(passkeyOptions)),
    }),
    async (c) => {
      const options = await beginPasskey(c.var.services, await recordOf(c), c.var.tokenHash);
      return c.json({ data: { ...options } }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/second-factor/passkeys",
      operationId: "addPasskey",
      ...mayRefuse("passkeys_unavailable", "too_many_passkeys", "wrong_passkey", "known_passkey"),
      tags,
      summary: "Add a passkey that was made with the options",
      description:
        "The first factor of an account comes with ten recovery codes. Refused with 422, `wrong_passkey` (ask for new options), and 409: `known_passkey`, `too_many_passkeys`.",
      ...onlyFor(...EVERY_ROLE),
      request: json(payload),
      responses: created(
        z.object({ data: passkey, codes: z.array(z.string()).describe("None where there was a factor before.") }),
        "The passkey, and recovery codes that are told this once.",
      ),
    }),
    async (c) => {
      const person = await recordOf(c);
      const { passkey: data, codes } = await addPasskey(c.var.services, person, c.req.valid("json"), c.var.tokenHash);
      return c.json({ data, codes }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/user/second-factor/passkeys/{id}",
      operationId: "deletePasskey",
      ...mayRefuse("unknown_passkey", "last_factor"),
      tags,
      summary: "Remove a passkey",
      description: "The last factor is not removed but switched off: 409, `last_factor`.",
      ...onlyFor(...EVERY_ROLE),
      request: { params: z.object({ id }) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await removePasskey(c.var.services, await recordOf(c), c.req.valid("param").id);
      return c.json({ message: "The passkey is removed." }, 200);
    },
  );
