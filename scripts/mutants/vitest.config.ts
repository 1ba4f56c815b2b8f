import { defineConfig, mergeConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import base from "../../vitest.config";

// Stryker runs tests in a thread, which refuses options of V8: a process takes them.
const { projects: _all, reporters: _ofTheGate, execArgv: _ofProcesses, ...test } = base.test ?? {};

/** Runs the quick tests first: a mutant needs no further test once one has noticed it. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toReversed();
  }
}

/**
 * Settings for mutants: only the tests that `MUTANTS_TESTS` names, on SQLite alone, and all files in one thread that
 * loads the application once.
 */
export default mergeConfig(
  { ...base, test },
  defineConfig({
    test: {
      include: JSON.parse(process.env["MUTANTS_TESTS"] ?? "[]") as string[],
      env: { DATABASES: "sqlite" },
      isolate: false,
      sequence: { sequencer: QuickFirst },
    },
  }),
);
