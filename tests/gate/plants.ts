import type { Planted } from "./scratch";

export const UNIT = "app/ui/planted.test.ts";
export const unitTest = (body: string, imports = "test") => `import { ${imports} } from "vitest";\n\n${body}\n`;

export interface Plant {
  what: string;
  /** The part of the run that must report it. */
  part: string;
  files: Planted;
  /** The line at the end of the output that names it. */
  cause: RegExp;
}

/** Failures that the gate must report; each is planted in a project in which everything else passes. */
export const PLANTS: Plant[] = [
  {
    what: "a failing assertion",
    part: "unit",
    files: {
      [UNIT]: unitTest(`test("two is three", () => {\n  expect(2).toBe(3);\n});`, "expect, test"),
    },
    cause: /^ {2}unit: app\/ui\/planted\.test\.ts > two is three: expected 2 to be 3/,
  },
  {
    what: "a file that does not load",
    part: "unit",
    files: { [UNIT]: `import "./nowhere";\n` },
    cause: /^ {2}unit: app\/ui\/planted\.test\.ts: .*nowhere/,
  },
  {
    what: "a throwing beforeAll",
    part: "unit",
    files: {
      [UNIT]: unitTest(
        `beforeAll(() => {\n  throw new Error("not even begun");\n});\ntest("is never run", () => undefined);`,
        "beforeAll, test",
      ),
    },
    cause: /^ {2}unit: app\/ui\/planted\.test\.ts: .*not even begun/,
  },
  {
    what: "an unhandled rejection",
    part: "unit",
    files: {
      [UNIT]: unitTest(`test("forgets a promise", () => {\n  void Promise.reject(new Error("nobody cares"));\n});`),
    },
    cause: /^ {2}unit: an error that nobody handled: .*nobody cares/,
  },
  {
    what: "an unhandled exception",
    part: "unit",
    files: {
      [UNIT]: unitTest(
        `test("is over before it breaks", async () => {
  setTimeout(() => {
    throw new Error("too late");
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
});`,
      ),
    },
    cause: /^ {2}unit: an error that nobody handled: .*too late/,
  },
  {
    what: "a test's process that is killed",
    part: "unit",
    files: {
      [UNIT]: unitTest(
        `test("is killed", async () => {
  process.kill(process.pid, "SIGKILL");
  await new Promise(() => undefined);
});`,
      ),
    },
    cause: /^ {2}unit: app\/ui\/planted\.test\.ts > is killed: it was never finished/,
  },
  {
    what: "a killed Vitest",
    part: "unit",
    files: { "tests/databases/setup.ts": `export default () => process.kill(process.pid, "SIGKILL");\n` },
    cause: /^ {2}unit: the tests' process was killed by SIGKILL/,
  },
  {
    what: "a Vitest that ends with 0 before its tests do",
    part: "unit",
    files: { "tests/databases/setup.ts": `export default () => process.exit(0);\n` },
    cause: /^ {2}unit: the tests ended without a report/,
  },
  {
    what: "no test at all",
    part: "unit",
    files: { "app/ui/greeting.test.ts": null },
    cause: /^ {2}unit: no test was found/,
  },
  {
    what: "a file without a test",
    part: "unit",
    files: { [UNIT]: "" },
    cause: /^ {2}unit: app\/ui\/planted\.test\.ts: No test suite found/,
  },
  {
    what: "a test that keeps the others from running",
    part: "unit",
    files: { [UNIT]: unitTest(`test.only("is the only one", () => undefined);`) },
    cause: /^ {2}unit: app\/ui\/planted\.test\.ts.*\.only/,
  },
  {
    what: "a journey that passes only on its second try",
    part: "journeys",
    files: {
      "tests/e2e/planted.spec.ts": `import { expect, test } from "@playwright/test";

test.describe.configure({ retries: 1 });
test("arrives in the end", () => {
  expect(test.info().retry).toBe(1);
});
`,
    },
    cause: /^ {2}journeys: planted\.spec\.ts:4 \(.*\) arrives in the end: it passed only when it was tried again/,
  },
  {
    what: "a killed Playwright",
    part: "journeys",
    files: {
      "tests/e2e/planted.spec.ts": `import { test } from "@playwright/test";

test("is killed with all the others", async () => {
  process.kill(process.ppid, "SIGKILL");
  await new Promise(() => undefined);
});
`,
    },
    cause: /^ {2}journeys: the browser tests' process was killed by SIGKILL/,
  },
  {
    what: "no journey at all",
    part: "journeys",
    files: { "tests/e2e/journey.spec.ts": null },
    cause: /^ {2}journeys: .*No tests found/,
  },
  {
    what: "a type error",
    part: "types",
    files: { "app/ui/mistyped.ts": `export const planted: number = "many";\n` },
    cause: /^ {2}types: app\/ui\/mistyped\.ts\(1,14\): error TS2322: Type 'string' is not assignable to type 'number'/,
  },
  {
    what: "an import that the rules forbid",
    part: "imports",
    files: {
      "app/ui/planted.ts": `export { price } from "~/features/price";\n`,
      "app/features/price.ts": `export const price = 5;\n`,
      "server.ts": `export { price } from "~/ui/planted";\n`,
    },
    cause: /^ {2}imports: error ui-knows-no-feature: app\/ui\/planted\.ts → app\/features\/price\.ts/,
  },
];
