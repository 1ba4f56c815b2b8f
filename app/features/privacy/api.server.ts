import { createRoute, z } from "@hono/zod-openapi";
import { recordOf } from "~/features/accounts/log-in.server";
import { deleteAccount as payload } from "~/features/accounts/schema";
import { messageAnswer } from "~/features/fields";
import { answers, EVERY_ROLE, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { deleteAccount } from "./erase.server";
import { everythingAbout } from "./export.server";
import { streamedToMerchants } from "./stall-copy.server";

const tags = ["Accounts"];
const forEverybody = onlyFor(...EVERY_ROLE);

export const privacyApi = newApi()
  .openapi(
    createRoute({
      method: "delete",
      path: "/user",
      operationId: "deleteAccount",
      ...mayRefuse("too_many_tries", "wrong_password", "has_a_stall", "card_provider_unreachable"),
      tags,
      summary: "Delete the account",
      ...onlyFor(...EVERY_ROLE),
      request: json(payload),
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await deleteAccount(c.var.services, await recordOf(c), c.req.valid("json").password);
      return c.json({ message: "Your account was deleted." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/user/export",
      operationId: "exportMyData",
      tags,
      summary: "Everything that is kept about me",
      description:
        "A merchant's has `products` as listMyProducts and `sales` as listSales tell them, with sizes, contents, food information and weights.",
      ...forEverybody,
      middleware: [forEverybody.middleware, streamedToMerchants] as const,
      responses: answers(z.object({ data: z.looseObject({}) })),
    }),
    async (c) => c.json({ data: await everythingAbout(c.var.services, await recordOf(c)) }, 200),
  );
