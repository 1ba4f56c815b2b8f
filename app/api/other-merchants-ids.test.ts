import { expect } from "vitest";
import { longOnPostgres } from "../../tests/fixtures/long-test";
import { onBothDatabases } from "../../tests/fixtures/world";
import {
  addressWith,
  leaksOf,
  merchantsCalls,
  idParameters,
  merchantRows,
  twoStalls,
  VALID_BODIES,
} from "../../tests/fixtures/two-stalls";

// The calls come from the document, so that a new call is tested without a change here.
onBothDatabases("ids of another merchant", (world) => {
  longOnPostgres(world, "each is unknown to every merchant's call: 404, nothing said and nothing changed", async () => {
    const { mine, ids, categoryId } = await twoStalls(world);
    const calls = (await merchantsCalls(world)).filter((call) => idParameters(call).length > 0);
    expect(calls.length).toBeGreaterThan(8);
    const rowsBefore = await merchantRows(world);
    for (const call of calls) {
      expect([call.name, !call.takesJson || VALID_BODIES[call.name] !== undefined]).toEqual([call.name, true]);
      for (const [what, id] of Object.entries(ids)) {
        const answer = await world.call(call.method, addressWith(call, id), {
          token: mine.token,
          body: VALID_BODIES[call.name]?.({ categoryId }),
        });
        expect([call.name, what, answer.status, leaksOf(answer.body, ids, id)]).toEqual([call.name, what, 404, []]);
      }
    }
    expect(await merchantRows(world)).toBe(rowsBefore);
  });
});
