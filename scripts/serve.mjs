// Runs the built server as the commands here do: its output shown, signals passed on, its end ours.
import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "./prepare.mjs";

/** As the image has it: one arena of the allocator, and large pieces that are free again go back at once. */
const ALLOCATOR = { MALLOC_ARENA_MAX: "1", MALLOC_TRIM_THRESHOLD_: "131072", MALLOC_MMAP_THRESHOLD_: "131072" };

/**
 * Where Node (22.1 and newer) keeps what it has compiled, so that the next start need not; in a folder that every build
 * empties.
 */
const COMPILED = { NODE_COMPILE_CACHE: path.join(root, "build/server/.compile-cache") };

/** Starts the server; before this process ends with it, `afterwards` is done. */
export function serve(env, afterwards = async () => {}) {
  const server = spawn(process.execPath, [path.join(root, "build/server.js")], {
    cwd: root,
    stdio: "inherit",
    env: { ...ALLOCATOR, ...COMPILED, ...env },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.kill(signal));
  server.on("exit", async (code) => {
    await afterwards();
    process.exit(code ?? 1);
  });
}
