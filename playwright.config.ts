import { defineConfig, devices } from "@playwright/test";
import { TEST_MS, WAIT_MS } from "./scripts/gate/patience.mjs";
import { filesPassedOver, SAMPLE } from "./scripts/gate/sample.mjs";
import { EACH_COMMIT } from "./tests/e2e/each-commit";
import { GREP } from "./tests/e2e/without-scripts";

const port = process.env["E2E_PORT"] ?? "4310";
const stripePort = process.env["E2E_STRIPE_PORT"] ?? String(Number(port) + 1);
const standInPort = process.env["E2E_STAND_IN_PORT"] ?? String(Number(port) + 2);
const data = ".test/e2e-data";
const shop = { NODE_ENV: "production", DEMO: "1", LIMITS: "off", LOG_LEVEL: "warn", WEBHOOKS_TO_LOCALHOST: "1" };

/** Files of journeys that this run passes over: all but one in six, and those that run with each commit. */
const passedOver = filesPassedOver("tests/e2e", ".spec.ts", { eachCommit: EACH_COMMIT }).map(
  (file) => `**/e2e/${file}`,
);

const browser = { ...devices["Desktop Chrome"], channel: undefined };
const withStripe = {
  testMatch: "**/stripe/*.spec.ts",
  testIgnore: passedOver,
  use: { ...browser, baseURL: `http://localhost:${stripePort}` },
};
const withTestPayments = { testIgnore: ["**/stripe/**", "**/development/**", ...passedOver], use: browser };

/**
 * A run of `npm test`: without scripts go the journeys that need a real browser for it. What the others guard there is
 * guarded by `tests/matrix/plain.spec.ts`, which sends every form by HTTP, and by `npm run test:all`.
 */
const chosenOff = process.env[SAMPLE] ? { grep: GREP } : {};

/**
 * A journey runs with scripts and, by hand and in `npm run test:all`, once more without. The servers are the built one, each on a demo of its own: one
 * with the test provider, and one, with the same goods, on a stand-in for Stripe.
 */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: ".test/e2e",
  // A wait ends with what it waits for: nothing here is measured by a clock.
  timeout: TEST_MS,
  expect: { timeout: WAIT_MS },
  fullyParallel: true,
  // More than there are cores: a journey often waits for a line that is cut, or for a mail.
  workers: 4,
  retries: 0,
  // Should somebody set retries: what passes only when it is tried again has failed.
  failOnFlakyTests: true,
  forbidOnly: true,
  reporter: [["dot"], ["json", { outputFile: process.env["PLAYWRIGHT_JSON_OUTPUT_NAME"] ?? ".test/journeys.json" }]],
  use: {
    baseURL: `http://localhost:${port}`,
    // A press that cannot be made is named by its line, long before the whole journey's time is over.
    actionTimeout: WAIT_MS,
    navigationTimeout: WAIT_MS,
    launchOptions: {
      executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium-headless-shell",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // A page that leaves about:blank would get a second process for it, a third of what opening one costs. It keeps
        // nobody from anybody here: each test has a context of its own.
        "--renderer-process-limit=1",
      ],
    },
    screenshot: "only-on-failure",
    // A button that was let go fades to its colour: half way there it is not what anybody reads, and each frame is drawn.
    contextOptions: { reducedMotion: "reduce" },
  },
  projects: [
    // The two that take longest first.
    // On a server of its own: every form by HTTP, and a sample of `npm run matrix`.
    {
      name: "matrix",
      testDir: "tests/matrix",
      testMatch: ["sample.spec.ts", "plain.spec.ts"],
      use: { ...browser, copyOf: data, screenshot: "off" } as typeof browser,
    },
    // Starts a server of its own, and needs scripts.
    { name: "development", testMatch: "**/development/*.spec.ts", testIgnore: passedOver, use: browser },
    {
      name: "scripts off",
      ...withTestPayments,
      ...chosenOff,
      use: { ...withTestPayments.use, javaScriptEnabled: false },
    },
    { name: "scripts on", ...withTestPayments },
    { name: "Stripe, scripts off", ...withStripe, ...chosenOff, use: { ...withStripe.use, javaScriptEnabled: false } },
    { name: "Stripe, scripts on", ...withStripe },
  ],
  webServer: [
    {
      command: `rm -rf ${data} && node build/server.js`,
      url: `http://localhost:${port}/readyz`,
      timeout: WAIT_MS,
      stdout: "ignore",
      stderr: "pipe",
      env: { ...shop, PORT: port, DATA_DIR: data },
    },
    {
      // Started when the first one is ready, for it begins with a copy of its goods.
      command: "node tests/e2e/stripe/serve.mjs",
      url: `http://localhost:${stripePort}/readyz`,
      timeout: WAIT_MS,
      stdout: "ignore",
      stderr: "pipe",
      env: { ...shop, PORT: stripePort, STRIPE_PORT: standInPort, DATA_DIR: `${data}-stripe`, COPY_OF: data },
    },
  ],
});
