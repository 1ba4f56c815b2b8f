import { createRoute, z } from "@hono/zod-openapi";
import { operatorOf } from "~/features/audit/audit.server";
import { messageAnswer, id, single } from "~/features/fields";
import { pageOf, pageOfDocs, searchQuery } from "~/features/pagination";
import { answers, created, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { expectedBy, ifMatch, versionHeader } from "~/platform/http/versions.server";
import {
  addSynonyms,
  changeSynonyms,
  removeSynonyms,
  synonymGroupOf,
  synonymGroups,
  synonymsVersion,
} from "./edit-synonyms.server";
import { GROUPS_A_PAGE } from "./plain-schema";
import { synonymGroup, synonyms } from "./schema";

const tags = ["Operators"];
const params = z.object({ id });
const withVersion = { 200: { ...answers(single(synonymGroup))[200], headers: versionHeader } };

/** Operators' calls for the words that search treats as the same. */
export const synonymsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/synonyms",
      operationId: "operatorListSynonyms",
      tags,
      summary: "Words that search takes for one, the newest groups first",
      ...onlyFor("operator"),
      request: { query: searchQuery },
      responses: answers(pageOf(synonymGroup)),
    }),
    async (c) => {
      const { q, page } = c.req.valid("query");
      const groups = await synonymGroups(c.var.services.db, q);
      const docs = groups.slice((page - 1) * GROUPS_A_PAGE, page * GROUPS_A_PAGE);
      return c.json({ data: pageOfDocs(docs, page, GROUPS_A_PAGE, groups.length) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/synonyms",
      operationId: "operatorAddSynonyms",
      ...mayRefuse("synonyms_alike", "synonyms_full"),
      tags,
      summary: "A new group of words that mean the same",
      description: "Search has it within a minute.",
      ...onlyFor("operator"),
      request: json(synonyms),
      responses: created(single(synonymGroup)),
    }),
    async (c) => {
      const data = await addSynonyms(c.var.services, await operatorOf(c), c.req.valid("json"));
      return c.json({ data }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/synonyms/{id}",
      operationId: "operatorGetSynonyms",
      ...mayRefuse("unknown_synonyms"),
      tags,
      summary: "One group of words",
      ...onlyFor("operator"),
      request: { params },
      responses: withVersion,
    }),
    async (c) => {
      const data = await synonymGroupOf(c.var.services.db, c.req.valid("param").id);
      return c.json({ data }, 200, { ETag: synonymsVersion(data) });
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/operator/synonyms/{id}",
      operationId: "operatorSaveSynonyms",
      ...mayRefuse("unknown_synonyms", "synonyms_alike", "changed_meanwhile"),
      ...ifMatch,
      tags,
      summary: "Other words for a group",
      ...onlyFor("operator"),
      request: { params, ...json(synonyms) },
      responses: withVersion,
    }),
    async (c) => {
      const [{ id: groupId }, payload] = [c.req.valid("param"), c.req.valid("json")];
      const expectedVersion = expectedBy(c, payload);
      const data = await changeSynonyms(c.var.services, await operatorOf(c), groupId, payload, expectedVersion);
      return c.json({ data }, 200, { ETag: synonymsVersion(data) });
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/operator/synonyms/{id}",
      operationId: "operatorDeleteSynonyms",
      ...mayRefuse("unknown_synonyms"),
      tags,
      summary: "Remove a group of words",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await removeSynonyms(c.var.services, await operatorOf(c), c.req.valid("param").id);
      return c.json({ message: "The synonyms are removed." }, 200);
    },
  );
