import { defineConfig, mergeConfig } from "vitest/config";
import base from "../../vitest.config";

const { projects: _all, ...test } = base.test ?? {};

/** The tests that write most, and those about connections: the rest of the tests would tell the same again. */
const WRITES = ["cart", "orders", "checkout", "payments", "refunds", "payouts", "merchant-orders", "accounts"];

/** With PgBouncer, which no fresh machine has, so it is no part of the checks. */
export default mergeConfig(
  { ...base, test },
  defineConfig({
    test: {
      env: { POOLED: "1", DATABASES: "postgres" },
      include: [
        ...WRITES.map((feature) => `app/features/${feature}/**/*.test.ts`),
        "app/platform/jobs/*.test.ts",
        "app/platform/http/idempotency.test.ts",
        "scripts/pooled/pooled.test.ts",
      ],
    },
  }),
);
