import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { account, programs } from "../databases/postgres-program.mjs";
import { freePort } from "../fixtures/free-port";

/** A real Postgres of a test's own, which it may break. */
export interface OwnPostgres {
  /** Its address without a database. */
  url: string;
  port: number;
  start(): Promise<void>;
  /** Ends it as an administrator does: every connection is told so. */
  stop(): Promise<void>;
  /** Ends it at once, as a failing machine does; the next start recovers. */
  crash(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts one, of the programs in a folder or of those that npm has brought. It ends with `remove`, or with this process. */
export async function ownPostgres(bin?: string): Promise<OwnPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-own-postgres-"));
  const [cluster, passwordFile] = [path.join(folder, "cluster"), path.join(folder, "password")];
  const who = account();
  const { initdb, postgres } = bin
    ? { initdb: path.join(bin, "initdb"), postgres: path.join(bin, "postgres") }
    : await programs(folder, who);
  chmodSync(folder, 0o711);
  mkdirSync(cluster, { mode: 0o700 });
  writeFileSync(passwordFile, "postgres", { mode: 0o600 });
  if (who.uid !== undefined && who.gid !== undefined)
    for (const file of [cluster, passwordFile]) chownSync(file, who.uid, who.gid);
  const settings = [`--pgdata=${cluster}`, "--username=postgres", `--pwfile=${passwordFile}`, "--auth=password"];
  await promisify(execFile)(initdb, [...settings, "--no-locale", "--encoding=UTF8", "--no-sync"], who);
  const port = await freePort();
  let server: ChildProcess | null = null;

  async function start(): Promise<void> {
    const own = ["fsync=off", "max_connections=100", "listen_addresses=127.0.0.1", "unix_socket_directories="];
    const child = spawn(postgres, ["-D", cluster, "-p", String(port), ...own.flatMap((one) => ["-c", one])], {
      ...who,
      stdio: ["ignore", "ignore", "pipe"],
    });
    server = child;
    const last = () => child.kill("SIGQUIT");
    process.once("exit", last);
    child.once("exit", () => process.off("exit", last));
    await new Promise<void>((resolve, reject) => {
      let said = "";
      child.stderr.on("data", (text) => {
        said = `${said}${text}`.slice(-5000);
        if (said.includes("ready to accept connections")) resolve();
      });
      child.once("exit", () => reject(new Error(`Postgres ended:\n${said}`)));
    });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!server) return;
    const gone = once(server, "exit");
    server.kill(signal);
    await gone;
    server = null;
  }

  await start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    port,
    start,
    stop: () => end("SIGINT"),
    crash: () => end("SIGQUIT"),
    async remove() {
      await end("SIGQUIT");
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
