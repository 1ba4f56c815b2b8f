import { expect, test } from "vitest";
import { documentedCalls } from "../../tests/fixtures/documented-calls";
import { aUser } from "../../tests/fixtures/shop";
import { onBothDatabases } from "../../tests/fixtures/world";
import { AREAS, AREAS_OF, type Area, type Scope } from "~/features/accounts/personal-token-schema";
import { EVERY_ROLE } from "~/platform/http/api.server";
import { CALL_SCOPES } from "./call-scopes";
import { aToken, areaOf, everyScopeOf, refusedWith } from "../../tests/fixtures/personal-tokens";

onBothDatabases("the calls of a personal token", (world) => {
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
          everyScopeOf(privilege).filter((scope) => areaOf(scope) !== area),
        ),
      });
    const ownCalls = (await documentedCalls(world)).filter(({ ways }) => ways.flat().includes(privilege));
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
