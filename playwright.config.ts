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

/** Files of journeys that this run skips: eleven in twelve, except for those that run with each commit. */
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
 * In `npm test`, only journeys that need a real browser for it run without scripts. The other forms are guarded by
 * `tests/matrix/plain.spec.ts`, which sends every form by HTTP, and by `npm run test:all`.
 */
const chosenOff = process.env[SAMPLE] ? { grep: GREP } : {};

/**
 * A journey runs with scripts and, by hand and in `npm run test:all`, once more without. Two built servers run, each
 * with a demo of the same goods: one with the test payment provider, and one with a stand-in for Stripe.
 */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: ".test/e2e",
  globalSetup: "./tests/e2e/journeys-may-begin.ts",
  // A wait ends with its event, so these limits decide nothing but a failure.
  timeout: TEST_MS,
  expect: { timeout: WAIT_MS },
  fullyParallel: true,
  // More workers than cores, because journeys often wait for a cut connection or a mail.
  workers: 4,
  retries: 0,
  // Even with retries, a journey that passes only at a second try has failed.
  failOnFlakyTests: true,
  forbidOnly: true,
  reporter: [["dot"], ["json", { outputFile: process.env["PLAYWRIGHT_JSON_OUTPUT_NAME"] ?? ".test/journeys.json" }]],
  use: {
    baseURL: `http://localhost:${port}`,
    // An impossible press fails at its own line, long before the journey's limit.
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
        // Otherwise a page that leaves about:blank gets a second process, which is a third of the cost of opening it.
        // The limit weakens no isolation that the tests need: each has a context of its own.
        "--renderer-process-limit=1",
      ],
    },
    screenshot: "only-on-failure",
    // A released button fades to its colour. Axe would read a colour half way, and each frame would be drawn.
    contextOptions: { reducedMotion: "reduce" },
  },
  projects: [
    // The two slowest projects come first. This one has a server of its own: it sends every form by HTTP, and runs a
    // sample of `npm run matrix`.
    {
      name: "matrix",
      testDir: "tests/matrix",
      testMatch: ["sample.spec.ts", "plain.spec.ts"],
      use: { ...browser, copyOf: data, screenshot: "off" } as typeof browser,
    },
    // This one starts a server of its own, and needs scripts.
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
      // It starts when the first server is ready, because it copies that one's goods.
      command: "node tests/e2e/stripe/serve.mjs",
      url: `http://localhost:${stripePort}/readyz`,
      timeout: WAIT_MS,
      stdout: "ignore",
      stderr: "pipe",
      env: { ...shop, PORT: stripePort, STRIPE_PORT: standInPort, DATA_DIR: `${data}-stripe`, COPY_OF: data },
    },
  ],
});
