// The built server on a folder of its own, with a watch over its event loop and its memory.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startServer } from "../bench/server.mjs";

const MEGABYTE = 1024 * 1024;
/** Limits on the costs of any kind of request. Source: the rule in docs/security.md. */
export const MOST = { loopMilliseconds: 50, answerBytes: MEGABYTE, leftBytes: 32 * MEGABYTE };

/** Starts the server with the variables in `env`. `port` is its port, `temporary` its folder for unfinished files. */
export async function startWatched(env) {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-abuse-"));
  const temporary = path.join(folder, "tmp");
  mkdirSync(temporary);
  const watchFile = path.join(folder, "watch.json");
  const watch = fileURLToPath(new URL("watch.mjs", import.meta.url));
  const server = await startServer({
    DATA_DIR: path.join(folder, "data"),
    TMPDIR: temporary,
    LOG_LEVEL: "fatal",
    WATCH_FILE: watchFile,
    NODE_OPTIONS: `--import ${watch}`,
    ...env,
  });
  return {
    address: server.address,
    port: Number(new URL(server.address).port),
    temporary,
    /** Returns loop time and memory since the last report. With `collected`, the server collects garbage first. */
    async fared({ collected }) {
      rmSync(watchFile, { force: true });
      process.kill(server.pid, collected ? "SIGWINCH" : "SIGUSR2");
      for (let n = 0; n < 2000 && !existsSync(watchFile); n += 1) await sleep(10);
      return JSON.parse(readFileSync(watchFile, "utf8"));
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
