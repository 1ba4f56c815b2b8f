// Runs the built server as the commands here do: its output shown, signals passed on, its end ours.
import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "./prepare.mjs";

/** As the image has it: one arena of the allocator, and large pieces that are free again go back at once. */
const ALLOCATOR = { MALLOC_ARENA_MAX: "1", MALLOC_TRIM_THRESHOLD_: "131072", MALLOC_MMAP_THRESHOLD_: "131072" };

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
