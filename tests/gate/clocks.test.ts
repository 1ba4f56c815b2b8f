import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/*
 * No absolute time decides a test, because a slow or busy machine would make it fail. Costs are counted instead, and
 * waits use the limits of scripts/gate/patience.mjs.
 */

const root = path.resolve(import.meta.dirname, "../..");

const REFUSED: [name: string, pattern: RegExp][] = [
  [
    "a measured time",
    /\bperformance\.now\(|\.cpuUsage\(|\.hrtime\b|Date\.now\(\) ?(-(?! ?\d)|[<>])|[-<>] ?Date\.now\(\)/,
  ],
  [
    "a patience of its own",
    /\btimeout: [1-9]|\b(action|navigation)Timeout\b(?!: WAIT_MS)|\.setTimeout\([0-9]|^\s*\}, [0-9_]{4,}\);|^\s*[0-9]+_000,$/,
  ],
  ["a patience of one second", /\bvi\.wait(For|Until)\(/],
];

/** Files that are exempt, each with its reason. */
const ALLOWED: Record<string, string> = {
  "app/features/media/in-a-bucket.test.ts": "moves the test's clock to where the storage's stands",
  "app/features/product-sheets/costly-spreadsheets.test.ts":
    "compares the processor's time with that of a smaller file in the same run",
  "app/edge/cache/cached-answers.test.ts": "says how old a page is made to be",
  "app/edge/cache/purge.test.ts": "is where a clock begins that the test moves",
  "tests/databases/run-folder.mjs": "tells a folder that is being made from one that was left",
  "tests/e2e/hand-over.spec.ts": "prints the time, and compares it with nothing",
  "tests/e2e/morning.spec.ts": "prints the time, and compares it with nothing",
  "tests/gate/clocks.test.ts": "names what it refuses",
  "tests/matrix/cell.ts": "is a look that is repeated until the patience of all is over",
  "tests/processes/killed-shop.ts": "ends a wait after the patience of all",
};

const refusedIn = (line: string) => REFUSED.filter(([, pattern]) => pattern.test(line)).map(([name]) => name);

test("no test compares a measured time, or has a patience of its own", () => {
  const files = execFileSync("git", ["ls-files", "app", "tests", "vitest.config.ts", "playwright.config.ts"], {
    cwd: root,
    encoding: "utf8",
  })
    .trim()
    .split("\n")
    .filter((file) => /^tests\/.*\.(ts|tsx|mjs)$|\.test\.tsx?$|\.config\.ts$/.test(file))
    .filter((file) => existsSync(path.join(root, file)));
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    readFileSync(path.join(root, file), "utf8")
      .split("\n")
      .flatMap((line, at) => refusedIn(line).map((name) => ({ file, at: `${file}:${at + 1}: ${name}` }))),
  );
  expect(found.filter(({ file }) => !(file in ALLOWED)).map(({ at }) => at)).toEqual([]);
  expect(Object.keys(ALLOWED).filter((file) => !found.some((one) => one.file === file))).toEqual([]);
});

test.each([
  "expect(performance.now() - from).toBeLessThan(500);",
  "expect(process.cpuUsage(begun).user).toBeLessThan(500);",
  "expect(Date.now() - before).toBeLessThan(30_000);",
  "if (Date.now() > until) throw new Error();",
  "await expect.poll(said, { timeout: 5000 }).toBe(1);",
  "test.use({ actionTimeout: 15_000 });",
  "test.setTimeout(240_000);",
  "}, 60_000);",
  "    120_000,",
  "await vi.waitFor(() => expect(told()).toEqual([]));",
])("%s is refused", (line) => expect(refusedIn(line)).toHaveLength(1));
