import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { setTimeout } from "node:timers/promises";
import { root } from "../prepare.mjs";

/** Longest wait for processes that were told to end, in milliseconds. */
const PATIENCE = 120_000;

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
let isEnding = false;
process.once("exit", () => {
  for (const child of running) signalGroup(child, "SIGKILL");
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
  process.once(signal, async () => {
    console.error(`Ended by ${signal}.`);
    isEnding = true;
    const closings = [...running].map((child) => once(child, "close"));
    // SIGINT, as from a keyboard, makes Playwright stop its servers and browsers too.
    for (const child of running) signalGroup(child, "SIGINT");
    await Promise.race([Promise.all(closings), setTimeout(PATIENCE)]);
    process.exit(128 + constants.signals[signal]);
  });

/**
 * Runs a command in the project's folder, and leaves none of its processes behind. `ended` is null after a success, and
 * says otherwise how the command ended.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, isShown?: boolean }} [options] `isShown`: its output is shown at once and not returned
 * @returns {Promise<{ ended: string | null, output: string }>}
 */
export function runCommand(command, args, { env = {}, isShown = false } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ["ignore", isShown ? "inherit" : "pipe", isShown ? "inherit" : "pipe"],
    // In a process group of its own, the command's children can be ended with it.
    detached: true,
    env: { ...process.env, ...env },
  });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (text) => {
      output += text;
    });
  return new Promise((resolve) => {
    const end = (/** @type {string | null} */ reason) => {
      running.delete(child);
      // While this process is ending, the promise stays pending, so that no next step begins.
      if (!isEnding) resolve({ ended: reason, output });
    };
    child.once("error", (error) => end(error.message));
    // The workers of a killed command keep its output open and go on writing.
    child.once("exit", () => signalGroup(child, "SIGKILL"));
    child.once("close", (code, signal) =>
      end(code === 0 ? null : signal ? `killed by ${signal}` : `ended with ${code}`),
    );
  });
}

/** @param {import("node:child_process").ChildProcess} child @param {NodeJS.Signals} signal */
function signalGroup({ pid }, signal) {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    // The group has no process any more.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ESRCH") throw error;
  }
}
