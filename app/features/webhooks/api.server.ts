import { createRoute, z } from "@hono/zod-openapi";
import { demandProof } from "~/features/accounts/proof.server";
import { messageAnswer, id, single } from "~/features/fields";
import { changePageOf } from "~/features/pagination";
import { answers, created, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { expectedBy, ifMatch, versionHeader } from "~/platform/http/versions.server";
import { deliveryOf, deliveryPage, replayDeliveries, sendAgain, sendTest } from "./deliveries.server";
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  endpointOf,
  endpointVersion,
  endpointsOf,
  isSameUrl,
  makeSecret,
} from "./endpoints.server";
import {
  changeEndpoint as changePayload,
  createEndpoint as createPayload,
  createdEndpoint,
  delivery,
  deliveryQuery,
  deliveryWithEvent,
  endpoint,
  replay,
  replayed,
  signingSecret,
} from "./schema";

const tags = ["Webhooks"];
const params = z.object({ id: id.describe("The webhook's.") });
const deliveryParams = z.object({ id: id.describe("The webhook's."), delivery: id });
const withVersion = { 200: { ...answers(single(endpoint))[200], headers: versionHeader } };

export const webhooksApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/merchant/webhooks",
      operationId: "listWebhooks",
      tags,
      summary: "My webhooks, oldest first; five at the most",
      ...onlyFor("merchant"),
      responses: answers(single(z.array(endpoint))),
    }),
    async (c) => c.json({ data: await endpointsOf(c.var.services, (await signedIn(c, "merchant"))._id) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/merchant/webhooks",
      operationId: "createWebhook",
      ...mayRefuse("bad_endpoint_url", "too_many_endpoints"),
      tags,
      summary: "Be told of events at an address",
      description:
        "It is sent to at once. The answer has the secret that its requests are signed with, this time alone; `POST …/secret` makes another.",
      ...onlyFor("merchant"),
      request: json(createPayload),
      responses: created(single(createdEndpoint)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const data = await createEndpoint(c.var.services, merchant._id, c.req.valid("json"));
      const { secret: _secret, ...repeated } = data;
      c.set("answerToKeep", JSON.stringify({ data: repeated }));
      return c.json({ data }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/merchant/webhooks/{id}",
      operationId: "getWebhook",
      ...mayRefuse("unknown_endpoint"),
      tags,
      summary: "One of my webhooks",
      ...onlyFor("merchant"),
      request: { params },
      responses: withVersion,
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const data = await endpointOf(c.var.services, merchant._id, c.req.valid("param").id);
      return c.json({ data }, 200, { ETag: endpointVersion(data) });
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/merchant/webhooks/{id}",
      operationId: "replaceWebhook",
      ...mayRefuse("unknown_endpoint", "bad_endpoint_url", "changed_meanwhile"),
      ...ifMatch,
      tags,
      summary: "Change address and events of a webhook, turn it on or off",
      description: "Turned on, it is sent what still waits for it: all of the last three days that it did not take.",
      ...onlyFor("merchant"),
      request: { params, ...json(changePayload) },
      responses: withVersion,
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const { id: endpointId } = c.req.valid("param");
      const sent = c.req.valid("json");
      const { url } = await endpointOf(c.var.services, merchant._id, endpointId);
      if (!isSameUrl(sent.url, url)) await demandProof(c);
      const data = await changeEndpoint(c.var.services, merchant._id, endpointId, sent, expectedBy(c, sent));
      return c.json({ data }, 200, { ETag: endpointVersion(data) });
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/merchant/webhooks/{id}",
      operationId: "deleteWebhook",
      ...mayRefuse("unknown_endpoint"),
      tags,
      summary: "Delete a webhook and its log",
      ...onlyFor("merchant"),
      request: { params },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      await deleteEndpoint(c.var.services, merchant._id, c.req.valid("param").id);
      return c.json({ message: "The webhook is deleted." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/merchant/webhooks/{id}/secret",
      operationId: "createWebhookSecret",
      ...mayRefuse("unknown_endpoint", "too_many_tries"),
      tags,
      summary: "Make a signing secret; it is answered once",
      description: "The secret before it counts for 24 hours more: until then each request has a `v1` for both.",
      ...onlyFor("merchant"),
      request: { params },
      responses: created(single(signingSecret)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json({ data: await makeSecret(c.var.services, merchant._id, c.req.valid("param").id) }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/merchant/webhooks/{id}/test",
      operationId: "testWebhook",
      ...mayRefuse("unknown_endpoint", "endpoint_off", "stall_suspended", "too_many_tries"),
      tags,
      summary: "Send a test event",
      ...onlyFor("merchant"),
      request: { params },
      responses: created(single(z.object({ event: z.string() })), "On its way."),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json({ data: await sendTest(c.var.services, merchant._id, c.req.valid("param").id) }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/merchant/webhooks/{id}/deliveries",
      operationId: "listWebhookDeliveries",
      ...mayRefuse("unknown_endpoint"),
      tags,
      summary: "What was sent in the last 30 days, newest first, 20 a page",
      ...onlyFor("merchant"),
      request: { params, query: deliveryQuery },
      responses: answers(changePageOf(delivery)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const { id: endpointId } = c.req.valid("param");
      return c.json({ data: await deliveryPage(c.var.services, merchant._id, endpointId, c.req.valid("query")) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/merchant/webhooks/{id}/deliveries/{delivery}",
      operationId: "getWebhookDelivery",
      ...mayRefuse("unknown_endpoint", "unknown_delivery"),
      tags,
      summary: "One delivery with its event",
      ...onlyFor("merchant"),
      request: { params: deliveryParams },
      responses: answers(single(deliveryWithEvent)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const { id: endpointId, delivery: deliveryId } = c.req.valid("param");
      return c.json({ data: await deliveryOf(c.var.services, merchant._id, endpointId, deliveryId) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/merchant/webhooks/{id}/replay",
      operationId: "replayWebhook",
      ...mayRefuse("unknown_endpoint", "endpoint_off", "stall_suspended", "too_many_tries"),
      tags,
      summary: "Send the events of some time again, oldest first, 500 at most",
      description: "Each with the `id` that it had. What waits to be sent is left to itself.",
      ...onlyFor("merchant"),
      request: { params, ...json(replay) },
      responses: answers(single(replayed)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const { id: endpointId } = c.req.valid("param");
      const data = await replayDeliveries(c.var.services, merchant._id, endpointId, c.req.valid("json"));
      return c.json({ data }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/merchant/webhooks/{id}/deliveries/{delivery}/send",
      operationId: "sendWebhookAgain",
      ...mayRefuse("unknown_endpoint", "unknown_delivery", "endpoint_off", "stall_suspended", "too_many_tries"),
      tags,
      summary: "Send a delivery again, with the same event id",
      ...onlyFor("merchant"),
      request: { params: deliveryParams },
      responses: answers(single(delivery)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const { id: endpointId, delivery: deliveryId } = c.req.valid("param");
      return c.json({ data: await sendAgain(c.var.services, merchant._id, endpointId, deliveryId) }, 200);
    },
  );
