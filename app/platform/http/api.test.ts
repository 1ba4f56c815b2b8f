import { expect, test } from "vitest";
import { z } from "zod";
import type { Services } from "~/platform/services.server";
import { invalid, readByAll } from "./api.server";

const schema = z.object({ email: z.string(), age: z.number() });
const issuesOf = (payload: unknown) => schema.safeParse(payload).error!;

test("a missing field is told apart from one that does not fit, where the payload is known", () => {
  const payload = { age: "ten" };
  const items = (refusal: ReturnType<typeof invalid>) => refusal.items.map(({ code, field }) => [field, code]);
  expect(items(invalid(issuesOf(payload), payload))).toEqual([
    ["email", "missing"],
    ["age", "invalid_type"],
  ]);
  expect(items(invalid(issuesOf(payload)))).toEqual([
    ["email", "invalid_type"],
    ["age", "invalid_type"],
  ]);
});

test("a refusal says something even where a schema names no fault", () => {
  const { status, items } = invalid({ issues: [] });
  expect([status, items]).toEqual([422, [{ message: "The request is not valid.", code: "invalid" }]]);
});

test.each([
  ["nobody's, of a shop with a replica", {}, true, "the replica"],
  ["somebody's, who must see their own writes", { Authorization: "a token" }, true, "the primary"],
  ["nobody's, of a shop without a replica", {}, false, "the primary"],
])("a call that reads the same for everybody: %s", async (_, sentHeaders, hasReplica, expectedDatabase) => {
  const names = { db: "the primary", reads: "the replica", replica: hasReplica ? {} : null };
  const services = { ...names, kept: "the others" } as unknown as Services;
  const variables = { services };
  const headers = new Headers(sentHeaders);
  const context = {
    var: variables,
    req: { header: (name: string) => headers.get(name) ?? undefined },
    set: (name: "services", value: Services) => void (variables[name] = value),
  };
  let isPassedOn = false;
  await readByAll().middleware(
    context as unknown as Parameters<ReturnType<typeof readByAll>["middleware"]>[0],
    async () => {
      isPassedOn = true;
    },
  );
  expect([variables.services.db, isPassedOn]).toEqual([expectedDatabase, true]);
  expect(variables.services).toMatchObject({ kept: "the others" });
});
