import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vitest/config";
import { TEST_MS, WAIT_MS } from "./scripts/gate/patience.mjs";
import { filesPassedOver } from "./scripts/gate/sample.mjs";
import { demoPictures } from "./scripts/demo-pictures";

const UNITS = ["app/**/*.test.{ts,tsx}", "tests/{databases,gate,processes}/**/*.test.ts"];
/** These start processes, and wait for them more than they work. */
const PROCESSES = ["tests/{gate,processes}/**/*.test.ts"];
/** The slowest of them, of which one runs with each commit. */
const LONGEST = ["memory", "killed", "market-killed", "backup", "image", "replica"].map((name) => `${name}.test.ts`);
/** Two fifths of the time of all tests: a sixth of these files runs with each commit. */
const PASSED_OVER = filesPassedOver("tests/processes", ".test.ts", { longest: LONGEST }).map(
  (file) => `tests/processes/${file}`,
);
/** These change what a process has only once: its environment, what a module is, its clock. */
const ALONE = [
  "app/ui/{line,local-draft,uploads}/*.test.ts",
  "app/edge/csrf/confirm-post.test.ts",
  "app/platform/jobs/*.test.ts",
  "app/platform/pictures/*.test.ts",
  "app/platform/tracing/*.test.ts",
  "app/features/media/pictures.test.ts",
  "app/service/the-service.test.ts",
  "app/session/posted-files.test.ts",
];

/**
 * Style files run where they are taken, each told its name, and make class names but no sheets: no test reads a sheet,
 * and the compiler of vanilla-extract's plugin is two seconds of a processor at every start.
 */
function styleFiles(): Plugin {
  const scope = "@vanilla-extract/css/fileScope";
  return {
    name: "style-files",
    config: () => ({ ssr: { external: ["@vanilla-extract/css", scope] } }),
    transform(code, id) {
      if (!id.endsWith(".css.ts")) return null;
      // On the lines that are there, so that an error names the right one.
      const begin = `import { endFileScope, setFileScope } from "${scope}"; setFileScope(${JSON.stringify(id)});`;
      return { code: `${begin}${code}\nendFileScope();`, map: null };
    },
  };
}

/** Addresses of the browser's scripts, which no unit test loads. */
function pageScript(): Plugin {
  const name = "virtual:page-script";
  return {
    name: "page-script",
    resolveId: (source) => (source === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export default ""; export const [inPlaceAddress, parts] = ["", {}];` : null),
  };
}

// The Remix plugin stays out: it takes over module loading and breaks under Vitest.
export default defineConfig({
  plugins: [pageScript(), styleFiles(), demoPictures()],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    environment: "node",
    // One file alone is told its result some three seconds sooner; `npx vitest --clearCache` forgets it.
    experimental: { fsModuleCache: true },
    reporters: ["default", "./scripts/gate/unit-reporter.mjs"],
    globalSetup: ["tests/databases/setup.ts"],
    setupFiles: ["tests/databases/begin.ts"],
    // As many as there are cores; a share above that is no more to Vitest.
    maxWorkers: "100%",
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    teardownTimeout: WAIT_MS,
    expect: { poll: { timeout: WAIT_MS } },
    projects: [
      // A worker loads the application once for all of its files, not once for each.
      { extends: true, test: { name: "together", include: UNITS, exclude: [...ALONE, ...PROCESSES], isolate: false } },
      { extends: true, test: { name: "processes", include: PROCESSES, exclude: PASSED_OVER, isolate: false } },
      { extends: true, test: { name: "alone", include: ALONE } },
    ],
  },
});
