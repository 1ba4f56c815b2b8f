import { defineConfig } from "@playwright/test";
import { TEST_MS } from "../../scripts/gate/patience.mjs";
import whole from "../../playwright.config";

/** The whole matrix, `npm run matrix`: each form with every break. Each worker has a shop of its own. */
export default defineConfig({
  testDir: ".",
  testMatch: "matrix.spec.ts",
  outputDir: "../../.test/matrix",
  timeout: TEST_MS,
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: [["list"], ["./table-reporter.ts"]],
  use: { ...whole.use, screenshot: "off" },
});
