import { expect, test } from "vitest";
import { onBothDatabases } from "../../tests/fixtures/world";
import { EVENT_TYPES, SIGNATURE_HEADER } from "~/features/webhooks/plain-schema";
import type { ApiDocument, Schema } from "./document";
import { EXAMPLES } from "./examples";
import { REFUSAL_CODES } from "./refusal-codes";

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean; schema?: object }[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  "x-refusals": Record<string, string[]>;
  responses: Record<string, { description?: string; $ref?: string; content?: Record<string, { example?: unknown }> }>;
}
const METHODS = ["get", "post", "put", "patch", "delete"];
const ALWAYS = ["500", "503"];

onBothDatabases("the OpenAPI document", (world) => {
  const read = async () =>
    (await world.call("GET", "/openapi.json")).body as {
      openapi: string;
      info: { title: string; version: string };
      servers: { url: string }[];
      tags: { name: string; description: string }[];
      paths: Record<string, Record<string, Operation>>;
      components: Record<string, Record<string, unknown>>;
    };

  test("is a 3.1 document of this service", async () => {
    const document = await read();
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { title: "Fieldstall API", version: "1" },
      servers: [{ url: "http://shop.test" }],
      components: {
        securitySchemes: {
          buyer: { type: "http", scheme: "bearer" },
          merchant: { type: "http", scheme: "bearer" },
          operator: { type: "http", scheme: "bearer" },
        },
      },
    });
    expect(Object.keys(document.paths).length).toBeGreaterThan(20);
    for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/api\/v1\/[a-z{/}-]+$/i);
  });

  test("every call has an id and a summary of its own, a described tag, a described answer and how it is refused", async () => {
    const { paths, tags } = await read();
    const summaries = new Set<string>();
    const ids = new Set<string>();
    let calls = 0;
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const name = `${method} ${path}`;
        calls += 1;
        expect([
          name,
          METHODS.includes(method),
          (operation.summary ?? "").length > 5,
          (operation.description ?? "").length > 5,
          (operation.tags ?? []).map((tag) => (tags.find((known) => known.name === tag)?.description ?? "").length > 5),
        ]).toEqual([name, true, true, true, [true]]);
        summaries.add(operation.summary ?? "");
        expect([name, operation.operationId]).toEqual([name, expect.stringMatching(/^[a-z][A-Za-z]+$/)]);
        ids.add(operation.operationId ?? "");
        expect([name, Object.keys(operation.responses).filter((status) => status.startsWith("2")).length]).toEqual([
          name,
          1,
        ]);
        expect([name, ALWAYS.filter((status) => !operation.responses[status])]).toEqual([name, []]);
        const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
        const described = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
        expect([
          name,
          described.map((parameter) => parameter.name),
          described.every((parameter) => parameter.required),
        ]).toEqual([name, named, true]);
        for (const parameter of operation.parameters ?? [])
          expect([name, parameter.name, typeof parameter.schema]).toEqual([name, parameter.name, "object"]);
        for (const body of Object.values(operation.requestBody?.content ?? {}))
          expect([name, Object.keys(body.schema).length > 0]).toEqual([name, true]);
      }
    }
    expect([summaries.size, ids.size]).toEqual([calls, calls]);
  });

  test("each code has a call that is refused with it, and says when", async () => {
    const told = JSON.stringify(await read());
    for (const [code, causes] of Object.entries(REFUSAL_CODES)) {
      for (const [status, when] of Object.entries(causes)) {
        expect([code, status, when]).toEqual([code, status, expect.stringMatching(/^[A-Z].{10,200}\.$/)]);
        expect([code, told.includes(`\`${code}\`: ${when}`)]).toEqual([code, true]);
      }
    }
  });

  test("every call that takes JSON has an example, and every example its call", async () => {
    const { paths } = await read();
    const takesJson = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter((operation) => operation.requestBody?.content["application/json"]);
    for (const { operationId, requestBody } of takesJson)
      expect([operationId, typeof requestBody?.content["application/json"]?.example]).toEqual([operationId, "object"]);
    expect(takesJson.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(EXAMPLES).toSorted());
  });

  test("texts of payloads say how long they may be, also those that are rewritten before they are counted", async () => {
    const { paths } = await read();
    const payload = paths["/api/v1/product/manage-product"]?.["post"]?.requestBody?.content["application/json"];
    expect(payload?.schema).toMatchObject({
      properties: {
        title: { type: "string", minLength: 5, maxLength: 100 },
        description: { type: "string", minLength: 20, maxLength: 5000 },
        sku: { type: "string", minLength: 1, maxLength: 60 },
      },
    });
    const person = paths["/api/v1/user/invitation"]?.["post"]?.requestBody?.content["application/json"];
    expect(person?.schema).toMatchObject({ properties: { firstName: { minLength: 1, maxLength: 80 } } });
  });

  test("components have names that any language takes, and each call tells its codes by status", async () => {
    const { components, paths } = await read();
    const names = Object.keys(components["responses"] ?? {});
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
    expect(paths["/api/v1/support"]?.["post"]?.["x-refusals"]).toMatchObject({ 500: ["internal"], 413: ["too_large"] });
  });

  test("every reference in it leads somewhere", async () => {
    const document = await read();
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(refs.length).toBeGreaterThan(100);
    for (const ref of new Set(refs)) {
      const target = ref
        .replace("#/", "")
        .split("/")
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
      expect([ref, typeof target]).toEqual([ref, "object"]);
    }
  });

  test("every event that a merchant can be told of is in it, with the payload that is sent and its signature", async () => {
    const { webhooks } = (await world.call("GET", "/openapi.json")).body as {
      webhooks: Record<string, { post: Operation }>;
    };
    expect(Object.keys(webhooks).toSorted()).toEqual([...EVENT_TYPES, "webhook.test"].toSorted());
    for (const [type, { post }] of Object.entries(webhooks)) {
      const told = JSON.stringify(post);
      expect([type, post.parameters?.map(({ name }) => name)]).toEqual([type, [SIGNATURE_HEADER]]);
      expect([type, told.includes(`"${type}"`), told.includes('"format":"dollars"')]).toEqual([type, true, false]);
    }
    expect(JSON.stringify(webhooks["order.placed"])).toContain("In dollars");
  });

  test("the calls that need a token answer 401 without one, and the others do not", async () => {
    const { paths } = await read();
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        if (operation.requestBody || path.endsWith("/user/logout")) continue;
        const { status } = await world.call(
          method.toUpperCase(),
          path.replace("/api/v1", "").replaceAll(/\{\w+\}/g, "0".repeat(24)),
        );
        expect([method, path, status === 401]).toEqual([method, path, operation.security?.length !== 0]);
      }
    }
  });

  test("no example of an answer has a text that stands for another", async () => {
    const { paths } = (await world.call("GET", "/openapi.json")).body as ApiDocument;
    const placeholders = new Set<string>();
    const look = (value: unknown, name: string) => {
      if (Array.isArray(value)) for (const entry of value) look(entry, name);
      else if (typeof value === "object" && value !== null)
        for (const [key, inside] of Object.entries(value)) look(inside, key);
      else if (/^(text|string|example|foo|bar|lorem.*|todo|x+)$/i.test(String(value))) placeholders.add(name);
    };
    for (const { responses } of Object.values(paths).flatMap((methods) => Object.values(methods)))
      for (const { content } of Object.values(responses)) look(content?.["application/json"]?.example, "");
    expect([...placeholders].toSorted()).toEqual([]);
  });

  test("every number that a request may have is bounded on both sides", async () => {
    const { paths, components } = (await world.call("GET", "/openapi.json")).body as ApiDocument;
    const isBounded = (schema: Schema) =>
      schema.const !== undefined ||
      schema.enum !== undefined ||
      ((schema.minimum ?? schema.exclusiveMinimum) !== undefined && schema.maximum !== undefined);
    const open: string[] = [];
    for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      const inputs = [
        ...(operation.parameters ?? []).map(({ name, schema }) => [name, schema] as const),
        ...Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => ["body", schema] as const),
      ];
      for (const [name, schema] of inputs)
        for (const { path, part } of partsOf(schema, components.schemas, name))
          if (["number", "integer"].some((type) => [part.type].flat().includes(type)) && !isBounded(part))
            open.push(`${operation.operationId} ${path}`);
    }
    expect(open).toEqual([]);
  });
});

/** A schema and all schemas within it, each with its path. */
function partsOf(
  schema: Schema,
  schemas: Record<string, Schema>,
  path: string,
  within: string[] = [],
): { path: string; part: Schema }[] {
  const { $ref } = schema;
  if ($ref) {
    const target = schemas[$ref.split("/").at(-1) ?? ""];
    return target && !within.includes($ref) ? partsOf(target, schemas, path, [...within, $ref]) : [];
  }
  const inside = [
    ...Object.entries(schema.properties ?? {}).map(([name, part]) => [`${path}.${name}`, part] as const),
    ...[schema.items, schema.additionalProperties].flatMap((part) =>
      typeof part === "object" ? [[`${path}[]`, part] as const] : [],
    ),
    ...[schema.anyOf, schema.oneOf, schema.allOf, schema.prefixItems].flatMap((parts) =>
      (parts ?? []).map((part) => [path, part] as const),
    ),
  ];
  return [{ path, part: schema }, ...inside.flatMap(([place, part]) => partsOf(part, schemas, place, within))];
}
