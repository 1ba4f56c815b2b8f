import { spawn } from "node:child_process";
import { constants } from "node:os";
import { root } from "../prepare.mjs";

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
process.once("exit", () => {
  for (const child of running) child.kill("SIGTERM");
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
  process.once(signal, () => {
    console.error(`Ended by ${signal}.`);
    process.exit(128 + constants.signals[signal]);
  });

/**
 * Runs a command in the project's folder. `ended` is null when it ended well, and otherwise says how it ended.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, isShown?: boolean }} [options] `isShown`: its output is shown as it comes, and not kept
 * @returns {Promise<{ ended: string | null, output: string }>}
 */
export function runCommand(command, args, { env = {}, isShown = false } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ["ignore", isShown ? "inherit" : "pipe", isShown ? "inherit" : "pipe"],
    env: { ...process.env, ...env },
  });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (text) => {
      output += text;
    });
  return new Promise((resolve) => {
    const end = (/** @type {string | null} */ ended) => {
      running.delete(child);
      resolve({ ended, output });
    };
    child.once("error", (error) => end(error.message));
    child.once("close", (code, signal) =>
      end(code === 0 ? null : signal ? `killed by ${signal}` : `ended with ${code}`),
    );
  });
}
