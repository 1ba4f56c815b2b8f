// A plugin of Stryker that lets only a random sample of a run's mutants through. The same seed gives the same sample.
import { createHash } from "node:crypto";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import { CheckStatus } from "@stryker-mutator/api/check";

const NOT_DRAWN = "not in the sample";

const seed = process.env.MUTANTS_SEED ?? "";
const size = Number(process.env.MUTANTS_SAMPLE ?? Infinity);

/**
 * The place of a mutant in the order that the seed draws.
 * @param {import("@stryker-mutator/api/core").Mutant} mutant
 */
const lot = ({ fileName, location, mutatorName, replacement }) =>
  createHash("sha256")
    .update(JSON.stringify([seed, fileName.replace(/^.*\/(?=app\/)/, ""), location, mutatorName, replacement]))
    .digest("hex");

class Sample {
  async init() {}

  /**
   * All mutants are one group, because the sample is drawn from all of them.
   * @param {import("@stryker-mutator/api/core").Mutant[]} mutants
   */
  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }

  /** @param {import("@stryker-mutator/api/core").Mutant[]} mutants */
  async check(mutants) {
    const sample = mutants
      .map((mutant) => ({ id: mutant.id, lot: lot(mutant) }))
      .sort((a, b) => (a.lot < b.lot ? -1 : 1));
    return Object.fromEntries(
      sample.map(({ id }, place) => [
        id,
        place < size ? { status: CheckStatus.Passed } : { status: CheckStatus.CompileError, reason: NOT_DRAWN },
      ]),
    );
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, "sample", Sample)];
