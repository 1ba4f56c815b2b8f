import { fileURLToPath } from "node:url";
import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import { defineConfig } from "vitest/config";

// The Remix plugin stays out: it takes over module loading and breaks under Vitest.
export default defineConfig({
  plugins: [vanillaExtractPlugin()],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    include: ["app/**/*.test.{ts,tsx}", "tests/{databases,gate,processes}/**/*.test.ts"],
    environment: "node",
    reporters: ["default", "./scripts/gate/unit-reporter.mjs"],
    globalSetup: ["tests/databases/setup.ts"],
    // As many as there are cores: a test often waits for Postgres, a disk or a clock.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
