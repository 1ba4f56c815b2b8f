// Runs the built server as the commands here do: its output shown, signals passed on, its end ours.
import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "./prepare.mjs";

/** As the image has it: one arena of the allocator, and large pieces that are free again go back at once. */
const ALLOCATOR = { MALLOC_ARENA_MAX: "1", MALLOC_TRIM_THRESHOLD_: "131072", MALLOC_MMAP_THRESHOLD_: "131072" };

/**
 * Starts the server; before this process ends with it, `afterwards` is done. Node begins at once and loads the server
 * when `built` resolves: it takes as long to begin as to see that nothing has to be built.
 */
export function serve(env, { built = Promise.resolve(), afterwards = async () => {} } = {}) {
  const server = spawn(process.execPath, [path.join(root, "scripts/server-process.mjs")], {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...ALLOCATOR, ...env },
  });
  void built.then(() => server.send("built"));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.kill(signal));
  server.on("exit", async (code) => {
    await afterwards();
    process.exit(code ?? 1);
  });
}
