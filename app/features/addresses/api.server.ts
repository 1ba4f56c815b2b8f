import { createRoute, z } from "@hono/zod-openapi";
import { messageAnswer, id, single } from "~/features/fields";
import { answers, created, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { expectedBy, ifMatch, versionHeader } from "~/platform/http/versions.server";
import {
  addAddress,
  addressesOf,
  addressOfBuyer,
  addressVersion,
  changeAddress,
  removeAddress,
} from "./address-book.server";
import { addressForm, savedAddress } from "./schema";

const tags = ["Accounts"];
const params = z.object({ id: id.describe("The address's.") });
const withVersion = { 200: { ...answers(single(savedAddress))[200], headers: versionHeader } };

/** Calls of the addresses in a buyer's account. */
export const addressesApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/user/addresses",
      operationId: "listAddresses",
      tags,
      summary: "My addresses, the usual one first; ten at most",
      ...onlyFor("buyer"),
      responses: answers(z.object({ data: z.array(savedAddress) })),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "buyer");
      return c.json({ data: await addressesOf(c.var.services.db, _id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/addresses",
      operationId: "createAddress",
      ...mayRefuse("addresses_full"),
      tags,
      summary: "Add an address; one that is there already is answered as it is",
      ...onlyFor("buyer"),
      request: json(addressForm),
      responses: created(single(savedAddress)),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "buyer");
      return c.json({ data: await addAddress(c.var.services, _id, c.req.valid("json")) }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/user/addresses/{id}",
      operationId: "getAddress",
      ...mayRefuse("unknown_address"),
      tags,
      summary: "One of my addresses",
      ...onlyFor("buyer"),
      request: { params },
      responses: withVersion,
    }),
    async (c) => {
      const { _id } = await signedIn(c, "buyer");
      const data = await addressOfBuyer(c.var.services.db, _id, c.req.valid("param").id);
      return c.json({ data }, 200, { ETag: addressVersion(data) });
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user/addresses/{id}",
      operationId: "replaceAddress",
      ...mayRefuse("unknown_address", "changed_meanwhile"),
      ...ifMatch,
      tags,
      summary: "Change an address; past orders keep theirs",
      ...onlyFor("buyer"),
      request: { params, ...json(addressForm) },
      responses: withVersion,
    }),
    async (c) => {
      const { _id } = await signedIn(c, "buyer");
      const payload = c.req.valid("json");
      const { id: addressId } = c.req.valid("param");
      const data = await changeAddress(c.var.services, _id, addressId, payload, expectedBy(c, payload));
      return c.json({ data }, 200, { ETag: addressVersion(data) });
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/user/addresses/{id}",
      operationId: "deleteAddress",
      ...mayRefuse("unknown_address"),
      tags,
      summary: "Remove an address; past orders keep it",
      ...onlyFor("buyer"),
      request: { params },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "buyer");
      await removeAddress(c.var.services, _id, c.req.valid("param").id);
      return c.json({ message: "The address is removed." }, 200);
    },
  );
