import type { AppLoadContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { signUpDraft } from "~/features/accounts/schema";
import { sessionOf } from "~/session/session.server";
import { served } from "../../../../tests/fixtures/served";
import { onBothDatabases } from "../../../../tests/fixtures/world";
import { keepTyped } from "./draft.server";

onBothDatabases("the first step of a merchant's sign-up", (world) => {
  test("has one draft, however often its answer is lost; another name under the same key has one of its own", () =>
    served(world, async () => {
      const session = await sessionOf({
        request: new Request("http://shop.test/signup/merchant"),
        context: {} as AppLoadContext,
      });
      const nothing = { id: null, draft: signUpDraft.parse({}) };
      const key = "c".repeat(32);
      const once = await keepTyped(session, nothing, { firstName: "Mira" }, key);
      expect(await keepTyped(session, nothing, { firstName: "Mira" }, key)).toEqual(once);
      expect(await keepTyped(session, nothing, { firstName: "Miranda" }, key)).not.toEqual(once);
      expect(await world.services.db.selectFrom("signUpDrafts").select("_id").execute()).toHaveLength(2);
    }));
});
