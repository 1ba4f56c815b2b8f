import { expect, test } from "vitest";
import { apiDocument } from "../../tests/fixtures/api-document";
import { aMarket, GOOD_CALLS, type Role } from "../../tests/fixtures/good-calls";
import { sampleOf } from "../../scripts/gate/sample.mjs";
import { type Document, type Operation, mustBeRefusedWell } from "../../tests/fixtures/refusals";
import { onBothDatabases } from "../../tests/fixtures/world";

/** Queries that a call needs before it looks for its id. */
const NEEDED_QUERIES: Record<string, string> = {
  "/operator/market-days/{id}/times-to-close": "?day=2026-03-07",
  "/operator/market-days/{id}/times-to-close/choices": "?day=2026-03-07&from=09:00",
};

const firstRole = (operation?: Operation) => Object.keys(operation?.security?.[0] ?? {})[0] as Role | undefined;

onBothDatabases("an id in an address", (world) => {
  test("that is none, or unknown, is refused everywhere", async () => {
    const market = await aMarket(world);
    world.logged.length = 0;
    const { paths } = await apiDocument<Document>(world);
    for (const [path, methods] of sampleOf(Object.entries(paths))) {
      const [, parameter] = /\{(\w+)\}/.exec(path) ?? [];
      if (!parameter) continue;
      for (const method of Object.keys(methods)) {
        const address = path.replace("/api/v1", "");
        const good = GOOD_CALLS[`${method.toUpperCase()} ${address}`]?.(market);
        const at = (id: string) => address.replaceAll(/\{\w+\}/g, id);
        const query = NEEDED_QUERIES[address] ?? "";
        const ask = (id: string) =>
          world.call(method.toUpperCase(), `${at(id)}${query}`, {
            token: market.tokens[good?.by ?? firstRole(methods[method]) ?? "buyer"],
            ...(methods[method]?.requestBody && { body: good?.body ?? {} }),
          });
        for (const id of [
          "x",
          "%00",
          "%27%20or%201=1--",
          "0123456789ABCDEF01234567",
          `${"0".repeat(24)}0`,
          "%E0%A4%A",
          "..%2f..%2fetc",
          "🌻",
        ])
          mustBeRefusedWell(`${method} ${at(id)}`, await ask(id), [404, 415, 422]);
        // Deleting a thing that is already gone may succeed.
        if (method !== "delete")
          mustBeRefusedWell(
            `${method} ${at("unknown")}`,
            await ask(
              parameter === "month" ? "2001-01" : "f".repeat(["draft", "handle"].includes(parameter) ? 64 : 24),
            ),
            [404, 415],
          );
      }
    }
    const errors = world.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
    expect(errors).toEqual([]);
  });
});
