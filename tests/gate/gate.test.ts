import { describe, expect, test, type TestContext } from "vitest";
import { PLANTS, UNIT, unitTest } from "./plants";
import { Scratch, type Planted, type Run } from "./scratch";

async function runWith(
  planted: Planted,
  { onTestFinished }: TestContext,
  script = "test",
  ...args: string[]
): Promise<Run> {
  const scratch = await Scratch.with(planted);
  onTestFinished(() => scratch.remove());
  return scratch.run(script, ...args);
}

/** The list of causes and the count come last, whatever came before. */
const ending = ({ lines }: Run) => lines.slice(lines.lastIndexOf("Failed:"));

describe.concurrent("npm test", { timeout: 240_000 }, () => {
  for (const { what, part, files, cause } of PLANTS)
    test(`sees ${what}, and says so in its last lines`, async (context) => {
      const run = await runWith(files, context, "test", `--only=${part}`);
      const [, ...causes] = ending(run).slice(0, -2);
      expect(causes, run.lines.join("\n")).toContainEqual(expect.stringMatching(cause));
      expect(run.lines.at(-1)).toBe(`${/\d+ passed/.exec(run.lines.at(-1) ?? "")?.[0]}, ${causes.length} failed`);
      expect(run.code).toBe(1);
    });

  test("is green where nothing is wrong", async (context) => {
    const run = await runWith({}, context);
    expect(run.lines.slice(-2), run.lines.join("\n")).toEqual(["", "2 passed, 0 failed"]);
    expect(run.code).toBe(0);
  });

  test("names everything that is wrong at once, what is badly formatted and what lint forbids too", async (context) => {
    const [types, imports] = ["types", "imports"].map((part) => PLANTS.find((plant) => plant.part === part));
    const planted = {
      ...types?.files,
      ...imports?.files,
      [UNIT]: unitTest(`test( "two is three", () => {\n  expect(2).toBe(3);\n});`, "expect, test"),
      "app/ui/debugged.ts": `debugger;\n`,
      "tests/e2e/journey.spec.ts": `import { test } from "@playwright/test";\n\ntest.fail("arrives", () => undefined);\n`,
    };
    const run = await runWith(planted, context);
    const parts = ending(run).map((line) => /^ {2}(\w+): /.exec(line)?.[1]);
    expect(new Set(parts), run.lines.join("\n")).toEqual(
      new Set([undefined, "format", "lint", "imports", "types", "unit", "journeys"]),
    );
    expect(run.lines.at(-1)).toMatch(/^1 passed, \d+ failed$/);
  });

  test("says which step broke when it does not come to testing", async (context) => {
    const run = await runWith({ "build.mjs": `process.exit(3);\n` }, context);
    expect(ending(run), run.lines.join("\n")).toEqual([
      "Failed:",
      "  build: failed; what it said is above",
      "",
      "0 passed, 1 failed",
    ]);
    expect(run.code).toBe(3);
  });
});

test("npm run unit ends with 1 and the causes", { timeout: 240_000 }, async (context) => {
  const planted = PLANTS.filter(
    ({ part, what }) => part === "unit" && / (assertion|load|beforeAll|rejection)$/.test(what),
  );
  expect(planted).toHaveLength(4);
  const files = planted.map((plant, at): [string, string] => [
    `app/ui/planted-${at}.test.ts`,
    String(Object.values(plant.files)[0]),
  ]);
  const run = await runWith(Object.fromEntries(files), context, "unit");
  const causes = ending(run).slice(1);
  expect(causes, run.lines.join("\n")).toHaveLength(4);
  for (const what of ["expected 2 to be 3", "nowhere", "not even begun", "nobody cares"])
    expect(causes).toContainEqual(expect.stringContaining(what));
  expect(run.code).toBe(1);
});
