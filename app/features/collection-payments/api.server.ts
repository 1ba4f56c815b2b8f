import { createRoute } from "@hono/zod-openapi";
import { operatorOf } from "~/features/audit/audit.server";
import { single } from "~/features/fields";
import { answers, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { expectedBy, ifMatch, versionHeader } from "~/platform/http/versions.server";
import { collectionStanding, collectionTerms as termsSchema } from "./schema";
import { standingOf } from "./standing.server";
import { changeTerms, collectionTerms, termsVersion } from "./terms.server";

const withVersion = { 200: { ...answers(single(termsSchema))[200], headers: versionHeader } };

/** Paying at collection: the market's terms, and whether a buyer may. */
export const collectionPaymentsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/collection-terms",
      operationId: "operatorGetCollectionTerms",
      tags: ["Operators"],
      summary: "On which terms buyers may pay at collection",
      ...onlyFor("operator"),
      responses: withVersion,
    }),
    async (c) => {
      await operatorOf(c);
      const data = await collectionTerms(c.var.services.db);
      return c.json({ data }, 200, { ETag: termsVersion(data) });
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/operator/collection-terms",
      operationId: "operatorReplaceCollectionTerms",
      ...mayRefuse("changed_meanwhile"),
      ...ifMatch,
      tags: ["Operators"],
      summary: "Say on which terms buyers may pay at collection; orders that are placed stay as they are",
      ...onlyFor("operator"),
      request: json(termsSchema),
      responses: withVersion,
    }),
    async (c) => {
      const [operator, payload] = [await operatorOf(c), c.req.valid("json")];
      await changeTerms(c.var.services, operator, payload, expectedBy(c, payload));
      const data = await collectionTerms(c.var.services.db);
      return c.json({ data }, 200, { ETag: termsVersion(data) });
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/merchant/collection-terms",
      operationId: "getCollectionTerms",
      tags: ["Ways and times"],
      summary: "The market's terms of paying at collection, which my ways may offer",
      ...onlyFor("merchant"),
      responses: answers(single(termsSchema)),
    }),
    async (c) => {
      await signedIn(c, "merchant");
      return c.json({ data: await collectionTerms(c.var.services.db) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/payment/on-collection",
      operationId: "getCollectionStanding",
      tags: ["Payments"],
      summary: "Whether the buyer may pay at collection, and how much is left to be paid so",
      ...onlyFor("buyer"),
      responses: answers(single(collectionStanding)),
    }),
    async (c) => {
      const buyer = await signedIn(c, "buyer");
      return c.json({ data: await standingOf(c.var.services.db, buyer._id) }, 200);
    },
  );
