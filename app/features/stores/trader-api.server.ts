import { createRoute } from "@hono/zod-openapi";
import { single } from "~/features/fields";
import { answers, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { etagOf, expectedBy, ifMatch, versionHeader } from "~/platform/http/versions.server";
import { saveTrader, traderOf } from "./trader.server";
import { trader } from "./trader-schema";

const tags = ["Stalls"];
const withVersion = { 200: { ...answers(single(trader))[200], headers: versionHeader } };

/** Merchants' calls about the trader who sells at their stall. */
export const traderApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/user/trader",
      operationId: "getTrader",
      ...mayRefuse("unknown_stall"),
      tags,
      summary: "Who sells at my stall, as its page and its orders name them",
      ...onlyFor("merchant"),
      responses: withVersion,
    }),
    async (c) => {
      const data = await traderOf(c.var.services.db, (await signedIn(c, "merchant"))._id);
      return c.json({ data }, 200, { ETag: etagOf(data) });
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user/trader",
      operationId: "saveTrader",
      ...mayRefuse("unknown_stall", "changed_meanwhile"),
      ...ifMatch,
      tags,
      summary: "Say who sells at my stall",
      description: "Name and address, or nothing at all; what is not sent is emptied. Everybody is told all of it.",
      ...onlyFor("merchant"),
      request: json(trader),
      responses: withVersion,
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const payload = c.req.valid("json");
      const data = await saveTrader(c.var.services, merchant._id, payload, expectedBy(c, payload));
      return c.json({ data }, 200, { ETag: etagOf(data) });
    },
  );
