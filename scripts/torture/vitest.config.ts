import { defineConfig, mergeConfig } from "vitest/config";
import base from "../../vitest.config";

const { projects: _all, ...test } = base.test ?? {};

/** Torture is not part of the checks: it takes as long as it is given. */
export default mergeConfig({ ...base, test }, defineConfig({ test: { include: ["scripts/torture/*.test.ts"] } }));
