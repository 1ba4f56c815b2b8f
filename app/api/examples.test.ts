import { expect, test } from "vitest";
import { sampleOf } from "../../tests/fixtures/long-test";
import { addressOf, aMarket, GOOD_CALLS, type Market } from "../../tests/fixtures/good-calls";
import { MADE_UP } from "../../tests/fixtures/made-up";
import { empty, onBothDatabases } from "../../tests/fixtures/world";

onBothDatabases("the examples in the document", (world) => {
  test("each is taken by its call, or refused for nothing but the secret in it that is made up", async () => {
    const refusal: Record<string, string> = {};
    let market: Market | undefined;
    const calls = sampleOf(Object.entries(GOOD_CALLS), ([name]) => name);
    for (const [name, good] of calls) {
      market ??= await aMarket(world);
      const { by, body, on, query } = good(market);
      const [method = "", address = ""] = name.split(" ");
      const path = addressOf(address, { on, query });
      const answer = await world.call(method, path, { token: market.tokens[by], body });
      if (answer.status >= 300) refusal[name] = answer.body.error[0].code;
      else if (method !== "GET") {
        // The next call gets a new market, because it might not work after what this call has done.
        market = undefined;
        await empty(world.services);
      }
    }
    const names = calls.map(([name]) => name);
    expect(refusal).toEqual(Object.fromEntries(Object.entries(MADE_UP).filter(([name]) => names.includes(name))));
  });
});
