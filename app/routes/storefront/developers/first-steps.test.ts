import { expect, test } from "vitest";
import { onBothDatabases } from "../../../../tests/fixtures/world";
import { firstSteps } from "./first-steps";

type Paths = Record<string, Record<string, { parameters?: { name: string }[]; "x-scope": string }>>;

onBothDatabases("the first steps for developers", (world) => {
  test("are calls that there are, with parameters that they take, and open to the token that they make", async () => {
    const { paths } = (await world.call("GET", "/openapi.json")).body as { paths: Paths };
    const steps = firstSteps("https://shop.example");
    const scopes = steps.flatMap(({ words }) => words.match(/\b[a-z]+:(read|write)\b/g) ?? []);
    for (const { title, command } of steps) {
      const url = new URL(/https:[^"]+/.exec(command)?.[0] ?? "");
      const method = (/-X (\w+)/.exec(command)?.[1] ?? "GET").toLowerCase();
      const call = paths[url.pathname.replace("/ID/", "/{id}/")]?.[method];
      expect([title, call !== undefined]).toEqual([title, true]);
      for (const [, key] of command.matchAll(/Idempotency-Key: ([^"]*)/g)) expect(key).toMatch(/^[\w-]{8,128}$/);
      const names = call?.parameters?.map(({ name }) => name) ?? [];
      const unknown = [...url.searchParams.keys()].filter((name) => !names.includes(name));
      expect([title, unknown]).toEqual([title, []]);
      const scope = call?.["x-scope"] ?? "never";
      const opening = ["anyone", ...scopes, ...scopes.map((open) => open.replace(":write", ":read"))];
      expect([title, opening]).toEqual([title, expect.arrayContaining([scope])]);
    }
  });
});
