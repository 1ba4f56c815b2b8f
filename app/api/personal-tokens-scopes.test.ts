import { expect, test } from "vitest";
import { documentedCalls } from "../../tests/fixtures/documented-calls";
import { aUser } from "../../tests/fixtures/shop";
import { onBothDatabases } from "../../tests/fixtures/world";
import { AREAS_OF } from "~/features/accounts/personal-token-schema";
import type { Privilege } from "~/features/accounts/schema";
import { CALL_SCOPES } from "./call-scopes";
import { aToken, areaOf, everyScopeOf, refusedWith } from "../../tests/fixtures/personal-tokens";

onBothDatabases("what a personal token opens", (world) => {
  test("every call has a scope, of an area of its role, to read or to write as its method says", async () => {
    const calls = await documentedCalls(world);
    expect([...CALL_SCOPES.keys()].toSorted()).toEqual(calls.map(({ operationId }) => operationId).toSorted());
    for (const { name, operationId, method, ways } of calls) {
      const roles = ways.flat();
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
    const calls = await documentedCalls(world);
    const never = calls.filter(({ operationId }) => CALL_SCOPES.get(operationId) === "never");
    const open = calls.filter((call) => !never.includes(call));
    expect(open.filter(({ name }) => closed.test(name)).map(({ name }) => name)).toEqual([]);
    const { token } = await aUser(world, { privilege: "operator" });
    const personal = await aToken(world, token, everyScopeOf("operator"));
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
});
