import { expect, test } from "vitest";
import { onBothDatabases } from "../../../../tests/fixtures/world";
import { firstSteps } from "./first-steps";

type Paths = Record<string, Record<string, { parameters?: { name: string }[] }>>;

onBothDatabases("the first steps for developers", (world) => {
  test("are calls that there are, with parameters that they take", async () => {
    const { paths } = (await world.call("GET", "/openapi.json")).body as { paths: Paths };
    for (const { title, command } of firstSteps("https://shop.example")) {
      const url = new URL(/https:[^"]+/.exec(command)?.[0] ?? "");
      const method = (/-X (\w+)/.exec(command)?.[1] ?? "GET").toLowerCase();
      const call = paths[url.pathname.replace("/ID/", "/{id}/")]?.[method];
      expect([title, call !== undefined]).toEqual([title, true]);
      const names = call?.parameters?.map(({ name }) => name) ?? [];
      const unknown = [...url.searchParams.keys()].filter((name) => !names.includes(name));
      expect([title, unknown]).toEqual([title, []]);
    }
  });
});
