import { expect, test } from "vitest";
import { callsOf } from "../../tests/fixtures/every-call";
import { mustBeRefusedWell } from "../../tests/fixtures/refusals";
import { everythingStored, onBothDatabases } from "../../tests/fixtures/world";

/** Values that no field of any call takes. */
const NEVER = [{ nested: { garbage: [[[{}]]] } }, [["x"]], "\u0000", "a\u0000b"];

onBothDatabases("bad input", (world) => {
  const { someCalls, errors } = callsOf(world);

  test("missing fields and garbage are refused in words for people, and nothing is stored", async () => {
    let storedBefore: string | undefined;
    await someCalls(async ({ name, body: good, send }) => {
      storedBefore ??= await everythingStored(world);
      for (const body of ["null", [], '"text"', 5, true, [good]])
        mustBeRefusedWell(`${name} ${JSON.stringify(body).slice(0, 40)}`, await send(body), [422]);
      for (const field of Object.keys(good)) {
        for (const value of NEVER) {
          const what = `${name} ${field}=${JSON.stringify(value)}`;
          const answer = await send({ ...good, [field]: value });
          // A password may be any text. The call then refuses it as wrong, or refuses the code or the old password.
          mustBeRefusedWell(what, answer);
        }
      }
      expect([name, await everythingStored(world)]).toEqual([name, storedBefore]);
    });
    expect(errors()).toEqual([]);
  });
});
