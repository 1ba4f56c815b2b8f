import { defineConfig, mergeConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import base from "../../vitest.config";

const { projects: _all, reporters: _ofTheGate, ...test } = base.test ?? {};

/** The quick ones first: a mutant is done with at the first test that notices it. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toReversed();
  }
}

/**
 * How mutants are tested: only the tests that `MUTANTS_TESTS` names, on SQLite alone, and all files in one thread that
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
