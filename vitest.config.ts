import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vitest/config";
import { TEST_MS, WAIT_MS } from "./scripts/gate/patience.mjs";
import { filesPassedOver } from "./scripts/gate/sample.mjs";
import { demoPictures } from "./scripts/demo-pictures";

const UNITS = ["app/**/*.test.{ts,tsx}", "tests/{databases,gate,processes}/**/*.test.ts"];
/** Tests that start processes, and mostly wait for them. */
const PROCESSES = ["tests/{gate,processes}/**/*.test.ts"];
/** The slowest of the process tests: they take 120 to 12 s. One of them runs with each commit. */
const LONGEST = [
  "killed",
  "image",
  "backup",
  "memory",
  "market-killed",
  "workers",
  "request-costs",
  "stopping",
  "mute-bucket",
  "lost-log",
  "refused-disk",
  "refused-database",
].map((name) => `${name}.test.ts`);
/**
 * Process files that this run skips. All of them take two fifths of the time of all tests; one in twelve runs with
 * each commit.
 */
const PASSED_OVER = filesPassedOver("tests/processes", ".test.ts", { longest: LONGEST }).map(
  (file) => `tests/processes/${file}`,
);
/** Tests that count the children of their process, evaluate modules twice, or replace one that others load. */
const ALONE = [
  "app/platform/pictures/*.test.ts",
  "app/service/{newer-code,the-service}.test.ts",
  "app/ui/uploads/send-file.test.ts",
];

/**
 * Runs style files without vanilla-extract's plugin, whose compiler takes two seconds of a processor at every start.
 * Each file is given its name. It makes class names but no style sheets, which no test reads.
 */
function styleFiles(): Plugin {
  const scope = "@vanilla-extract/css/fileScope";
  return {
    name: "style-files",
    config: () => ({ ssr: { external: ["@vanilla-extract/css", scope] } }),
    transform(code, id) {
      if (!id.endsWith(".css.ts")) return null;
      // No line is added, so that errors name the right line.
      const begin = `import { endFileScope, setFileScope } from "${scope}"; setFileScope(${JSON.stringify(id)});`;
      return { code: `${begin}${code}\nendFileScope();`, map: null };
    },
  };
}

/** Stands in for the addresses of the browser's scripts, which no unit test loads. */
function pageScript(): Plugin {
  const name = "virtual:page-script";
  return {
    name: "page-script",
    resolveId: (source) => (source === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export default ""; export const [inPlaceAddress, parts] = ["", {}];` : null),
  };
}

// Without the Remix plugin, which takes over module loading and breaks under Vitest.
export default defineConfig({
  plugins: [pageScript(), styleFiles(), demoPictures()],
  resolve: {
    alias: {
      "~": fileURLToPath(new URL("./app", import.meta.url)),
      "@node-rs/argon2": fileURLToPath(new URL("./tests/fakes/cheap-argon2.ts", import.meta.url)),
    },
  },
  test: {
    environment: "node",
    // A run of one file ends some three seconds sooner. `npx vitest --clearCache` empties the cache.
    experimental: { fsModuleCache: true },
    reporters: ["default", "./scripts/gate/unit-reporter.mjs"],
    globalSetup: ["tests/databases/setup.ts"],
    setupFiles: ["tests/databases/begin.ts"],
    // Workers take all cores, so threads of their own, for compiling and for collecting garbage, take more time than
    // they save.
    execArgv: ["--single-threaded"],
    // One worker per core; Vitest takes no larger share.
    maxWorkers: "100%",
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    teardownTimeout: WAIT_MS,
    // Most of what a test waits for is there within milliseconds.
    expect: { poll: { timeout: WAIT_MS, interval: 10 } },
    projects: [
      // Without isolation, a worker loads the application once for all of its files.
      { extends: true, test: { name: "together", include: UNITS, exclude: [...ALONE, ...PROCESSES], isolate: false } },
      { extends: true, test: { name: "processes", include: PROCESSES, exclude: PASSED_OVER, isolate: false } },
      { extends: true, test: { name: "alone", include: ALONE } },
    ],
  },
});
