import { expect, test } from "vitest";
import { callsOf } from "../../tests/fixtures/every-call";
import { mustBeRefusedWell } from "../../tests/fixtures/refusals";
import { everythingStored, onBothDatabases } from "../../tests/fixtures/world";

onBothDatabases("bad input", (world) => {
  const { someCalls, errors } = callsOf(world);

  test("a number, a boolean or null in the place of another type is refused in words for people, and nothing is stored", async () => {
    let storedBefore: string | undefined;
    await someCalls(async ({ name, body: good, takes, send }) => {
      storedBefore ??= await everythingStored(world);
      for (const field of Object.keys(good))
        for (const value of [7, true, null]) {
          if (takes?.[field]?.includes(value)) continue;
          mustBeRefusedWell(`${name} ${field}=${String(value)}`, await send({ ...good, [field]: value }));
        }
      expect([name, await everythingStored(world)]).toEqual([name, storedBefore]);
    });
    expect(errors()).toEqual([]);
  });
});
