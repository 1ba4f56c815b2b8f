import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, describe, expect, test, type TestContext } from "vitest";
import { SAMPLE } from "../../scripts/gate/sample.mjs";
import { gateDigest, isGreen, noteGreen } from "./green";
import { PLANTS, UNIT, unitTest } from "./plants";
import { Scratch, type Planted, type Run } from "./scratch";

async function projectWith(planted: Planted, { onTestFinished }: TestContext): Promise<Scratch> {
  const scratch = await Scratch.with(planted);
  onTestFinished(() => scratch.remove());
  return scratch;
}

async function runWith(planted: Planted, context: TestContext, script = "test", ...args: string[]): Promise<Run> {
  const scratch = await projectWith(planted, context);
  return scratch.run(script, ...args);
}

/** Whether a process runs. A zombie, which has ended but was not waited for, still has an entry. */
function isAlive(pid: string): boolean {
  const status = `/proc/${pid}/status`;
  return existsSync(status) && !/^State:\s+Z/m.test(readFileSync(status, "utf8"));
}

/** The end of the output: the list of causes and the count. */
const ending = ({ lines }: Run) => lines.slice(lines.lastIndexOf("Failed:"));

/** Samples skip the plants unless the gate or its rules have changed since they were last seen. */
const isSpared = Boolean(process.env[SAMPLE]) && isGreen();
let missing = PLANTS.length + 7;
afterEach(({ task }) => {
  if (task.result?.state === "pass") missing -= 1;
});
afterAll(() => {
  if (missing === 0) noteGreen();
});

test("a change of the gate, of its rules, its commands or its programs' versions is another gate", () => {
  const changed = (name: string, from: RegExp | string, to: string) =>
    gateDigest((file) => {
      const text = readFileSync(path.resolve(import.meta.dirname, "../..", file), "utf8");
      return file === name ? text.replace(from, to) : text;
    });
  const others = [
    changed("scripts/gate/unit.mjs", "passed", "failed"),
    changed(".oxlintrc.json", "{", "{ "),
    changed("package.json", '"lint": "', '"lint": "true || '),
    changed("package-lock.json", /("node_modules\/vitest": \{\s*"version": ")/, "$19"),
  ];
  expect(new Set([gateDigest(), ...others]).size).toBe(5);
  expect(changed("package.json", '"start": "', '"start": "true || ')).toBe(gateDigest());
});

describe.skipIf(isSpared).concurrent("npm test", () => {
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

  test("leaves nobody behind of a killed Playwright", async (context) => {
    const files = {
      "tests/e2e/planted.spec.ts": `import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { test } from "@playwright/test";

test("is killed before its child", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  writeFileSync("pid", String(child.pid));
  process.kill(process.ppid, "SIGKILL");
  await new Promise(() => undefined);
});
`,
    };
    const scratch = await projectWith(files, context);
    await scratch.run("test", "--only=journeys");
    await context.expect.poll(() => isAlive(scratch.read("pid"))).toBe(false);
  });

  test("stops the server of the journeys when it is ended itself", async (context) => {
    const files = {
      "server.mjs": `import { writeFileSync } from "node:fs";
import { createServer } from "node:http";

const server = createServer((_, response) => response.end()).listen(0, () => {
  writeFileSync("pid", String(process.pid));
  console.log(\`listens on \${server.address().port}\`);
});
`,
      "playwright.config.ts": `import real from "./playwright.real";

const webServer = { command: "exec node server.mjs", wait: { stdout: /listens on/ } };
export default { ...real, webServer, projects: [{ name: "here" }] };
`,
      "tests/e2e/planted.spec.ts": `import { readFileSync } from "node:fs";
import { test } from "@playwright/test";

test("is ended with its runner", async () => {
  const runner = Number(/^PPid:\\s+(\\d+)/m.exec(readFileSync(\`/proc/\${process.ppid}/status\`, "utf8"))[1]);
  process.kill(runner, "SIGTERM");
  await new Promise(() => undefined);
});
`,
    };
    const scratch = await projectWith(files, context);
    const run = await scratch.run("test", "--only=journeys");
    expect(run.lines.join("\n")).toContain("Ended by SIGTERM.");
    expect(isAlive(scratch.read("pid"))).toBe(false);
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

test.skipIf(isSpared)("npm run unit ends with 1 and the causes", async (context) => {
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
