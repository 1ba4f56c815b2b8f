import { expect, test } from "vitest";
import { allWith, documentedCalls, rolesOf, statuses } from "../../tests/fixtures/documented-calls";
import { aUser } from "../../tests/fixtures/shop";
import { onBothDatabases } from "../../tests/fixtures/world";
import { EVERY_ROLE } from "~/platform/http/api.server";

// The calls come from the document, so that a new call is tested without a change here.
onBothDatabases("calls of other roles", (world) => {
  test.each(EVERY_ROLE)(
    "signed in as %s one is turned away from every call of the others, and from none that is for everybody",
    async (privilege) => {
      const calls = await documentedCalls(world);
      const { token } = await aUser(world, { privilege });
      const foreign = calls.filter((call) => rolesOf(call)?.includes(privilege) === false);
      expect(foreign.length).toBeGreaterThan(30);
      expect(await statuses(world, foreign, token)).toEqual(allWith(foreign, 403));
      const ownCalls = calls.filter((call) => rolesOf(call)?.includes(privilege));
      expect((await statuses(world, ownCalls, token)).filter(([, status]) => status === 401 || status === 403)).toEqual(
        [],
      );
    },
  );
});
