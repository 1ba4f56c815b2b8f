import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import config from "../../scripts/mutants/vitest.config";

test("the settings for mutants start a thread, which is what Stryker runs tests in", async () => {
  const thread = new Worker("", { eval: true, execArgv: config.test?.execArgv ?? [] });
  expect(await new Promise((resolve) => thread.once("exit", resolve))).toBe(0);
});
