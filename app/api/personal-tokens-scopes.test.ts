import { expect, test } from "vitest";
import { aUser } from "../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../tests/fixtures/world";
import { AREAS, AREAS_OF, type Area, type Scope } from "~/features/accounts/personal-token-schema";
import type { Privilege } from "~/features/accounts/schema";
import { EVERY_ROLE } from "~/platform/http/api.server";
import { CALL_SCOPES } from "./call-scopes";
import { aToken, refusedWith } from "../../tests/fixtures/personal-tokens";

interface Call {
  name: string;
  operationId: string;
  method: string;
  path: string;
  roles: string[];
}

/** Every documented call, with made-up ids in its address. */
async function everyCall(world: World): Promise<Call[]> {
  const { paths } = (await world.call("GET", "/openapi.json")).body as {
    paths: Record<string, Record<string, { operationId: string; security?: Record<string, string[]>[] }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security = [] }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operationId,
      method: method.toUpperCase(),
      path: path.replace("/api/v1", "").replaceAll(/\{\w+\}/g, "0123456789abcdef01234567"),
      roles: security.flatMap((way) => Object.keys(way)),
    })),
  );
}

const areaOf = (scope: string) => scope.split(":")[0] as Area;
const everything = (role: Privilege) =>
  AREAS_OF[role].map((area): Scope => (AREAS[area].write ? `${area}:write` : `${area}:read`) as Scope);

onBothDatabases("what a personal token opens", (world) => {
  test("every call has a scope, of an area of its role, to read or to write as its method says", async () => {
    const calls = await everyCall(world);
    expect([...CALL_SCOPES.keys()].toSorted()).toEqual(calls.map(({ operationId }) => operationId).toSorted());
    for (const { name, operationId, method, roles } of calls) {
      const scope = CALL_SCOPES.get(operationId) ?? "";
      if (scope === "never") continue;
      expect([name, scope === "anyone"]).toEqual([name, roles.length === 0]);
      if (scope === "anyone") continue;
      expect([name, scope.split(":")[1]]).toEqual([name, method === "GET" ? "read" : "write"]);
      for (const role of roles)
        expect([name, AREAS_OF[role as Privilege].includes(areaOf(scope))]).toEqual([name, true]);
    }
  });

  test("no token reaches a way in, what holds one shut, tokens, or where money goes", async () => {
    const closed =
      /\/(user\/(login|logout|otp|resend-otp|reset-password|update-password|first-password|first-operator|second-factor|proof|sessions|tokens|email|kept-form|invitation|sign-up-draft|export)|product\/payment\/merchant\/account|operator\/users\/[^/]+\/(end-sessions|lift-second-factor))/;
    const calls = await everyCall(world);
    const never = calls.filter(({ operationId }) => CALL_SCOPES.get(operationId) === "never");
    const open = calls.filter((call) => !never.includes(call));
    expect(open.filter(({ name }) => closed.test(name)).map(({ name }) => name)).toEqual([]);
    const { token } = await aUser(world, { privilege: "operator" });
    const personal = await aToken(world, token, everything("operator"));
    for (const { name, method, path } of never)
      expect([name, ...refusedWith(await world.call(method, path, { token: personal }))]).toEqual([
        name,
        403,
        "not_for_tokens",
      ]);
    // So is an address that is not in the document.
    const headers = { "Tus-Resumable": "1.0.0" };
    expect((await world.call("HEAD", "/file/resumable/abc", { token: personal, headers })).status).toBe(403);
  });

  test("every call asks for its scope, also where one request makes several", async () => {
    const { token } = await aUser(world);
    const personal = await aToken(world, token, ["profile:read"]);
    const memo = new Map<string, Promise<unknown>>();
    const ask = (path: string) =>
      world.api.request(`/api/v1${path}`, { headers: { Authorization: personal } }, { memo });
    expect((await ask("/user")).status).toBe(200);
    expect([(await ask("/product/order")).status, (await ask("/user/tokens")).status]).toEqual([403, 403]);
  });

  test.each(EVERY_ROLE)("a token of a %s opens the calls of its scopes, and none beside them", async (privilege) => {
    const { token } = await aUser(world, { privilege });
    const byArea = new Map<Area, Record<"read" | "write" | "others", string>>();
    for (const area of AREAS_OF[privilege])
      byArea.set(area, {
        read: await aToken(world, token, [`${area}:read` as Scope]),
        write: await aToken(world, token, [AREAS[area].write ? `${area}:write` : `${area}:read`] as Scope[]),
        others: await aToken(
          world,
          token,
          everything(privilege).filter((scope) => areaOf(scope) !== area),
        ),
      });
    const ownCalls = (await everyCall(world)).filter(({ roles }) => roles.includes(privilege));
    let triedCount = 0;
    for (const { name, operationId, method, path } of ownCalls) {
      const scope = CALL_SCOPES.get(operationId) ?? "";
      const [area, may] = scope.split(":") as [Area, "read" | "write"];
      const tokens = byArea.get(area);
      if (!tokens) continue;
      triedCount += 1;
      const ask = async (personal: string) => refusedWith(await world.call(method, path, { token: personal }));
      expect([name, ...(await ask(tokens.others))]).toEqual([name, 403, "scope_missing"]);
      if (may === "write") expect([name, ...(await ask(tokens.read))]).toEqual([name, 403, "scope_missing"]);
      expect([name, ...(await ask(tokens.write))]).not.toEqual([name, expect.toBeOneOf([401, 403]), expect.anything()]);
      if (may === "read")
        expect([name, ...(await ask(tokens.read))]).not.toEqual([
          name,
          expect.toBeOneOf([401, 403]),
          expect.anything(),
        ]);
    }
    expect(triedCount).toBeGreaterThan(15);
  });
});
