// Runs the built server as the commands here do: its output shown, signals passed on, its end ours.
import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "./prepare.mjs";

/**
 * The allocator keeps an arena for each thread that ever encoded a picture; with two of them the server needs a third
 * less memory.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: "2" };

/** Starts the server; before this process ends with it, `afterwards` is done. */
export function serve(env, afterwards = async () => {}) {
  const server = spawn(process.execPath, ["--enable-source-maps", path.join(root, "build/server.js")], {
    cwd: root,
    stdio: "inherit",
    env: { ...ALLOCATOR, ...env },
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
  server.on("exit", async (code) => {
    await afterwards();
    process.exit(code ?? 1);
  });
}
