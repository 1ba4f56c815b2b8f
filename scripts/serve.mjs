// Runs the built server for a command: shows its output, passes signals on, and ends when the server ends.
import { spawn } from "node:child_process";
import path from "node:path";
import { ALLOCATOR } from "./allocator.mjs";
import { root } from "./prepare.mjs";

/**
 * Starts the server. Does `afterwards` before this process ends with it. Node begins at once and loads the server when
 * `built` resolves, because starting Node takes as long as finding that nothing has to be built.
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
