import { defineConfig, mergeConfig } from "vitest/config";
import base from "../../vitest.config";

const { projects: _all, ...test } = base.test ?? {};

/** The features that write most. The tests of the others would only repeat what these show. */
const WRITES = ["cart", "orders", "checkout", "payments", "refunds", "payouts", "merchant-orders", "accounts"];

/** These tests need PgBouncer, which no fresh machine has, so they are not among the checks. */
export default mergeConfig(
  { ...base, test },
  defineConfig({
    test: {
      env: { POOLED: "1", DATABASES: "postgres" },
      include: [
        ...WRITES.map((feature) => `app/features/${feature}/**/*.test.ts`),
        "app/platform/jobs/*.test.ts",
        "app/platform/http/idempotency{,-killed}.test.ts",
        "scripts/pooled/pooled.test.ts",
      ],
    },
  }),
);
