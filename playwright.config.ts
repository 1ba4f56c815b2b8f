import { defineConfig, devices } from "@playwright/test";

const port = process.env["E2E_PORT"] ?? "4310";
const data = ".test/e2e-data";

/** Every journey runs twice: with scripts and without. The server is the built one, on a demo of its own. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: ".test/e2e",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: [["dot"], ["json", { outputFile: process.env["PLAYWRIGHT_JSON_OUTPUT_NAME"] ?? ".test/journeys.json" }]],
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: {
      executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    },
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "scripts off", use: { ...devices["Desktop Chrome"], channel: undefined, javaScriptEnabled: false } },
    { name: "scripts on", use: { ...devices["Desktop Chrome"], channel: undefined } },
  ],
  webServer: {
    command: `rm -rf ${data} && node --enable-source-maps build/server.js`,
    url: `http://localhost:${port}/readyz`,
    timeout: 120_000,
    stdout: "ignore",
    stderr: "pipe",
    env: { NODE_ENV: "production", DEMO: "1", PORT: port, DATA_DIR: data, LIMITS: "off", LOG_LEVEL: "warn" },
  },
});
