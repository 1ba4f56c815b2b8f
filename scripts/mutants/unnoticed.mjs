// A plugin of Stryker that prints each mutant that no test has noticed, as soon as that is known.
import path from "node:path";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";

class Unnoticed {
  tested = 0;

  /** @param {import("@stryker-mutator/api/core").MutantResult} result */
  onMutantTested({ status, fileName, location, mutatorName, replacement = "" }) {
    if (status === "Killed" || status === "Timeout") this.tested += 1;
    if (status !== "Survived" && status !== "NoCoverage") return;
    this.tested += 1;
    const place = `${path.relative("", fileName)}:${location.start.line}:${location.start.column}`;
    console.log(
      `${this.tested}. ${status} ${place} ${mutatorName} → ${replacement.replace(/\s+/g, " ").slice(0, 100)}`,
    );
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, "unnoticed", Unnoticed)];
