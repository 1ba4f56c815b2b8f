import { execFile, execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { asAdmin } from "../databases/databases";
import { account, programs } from "../databases/postgres-program.mjs";
import { freePort } from "../fixtures/free-port";

/** A real Postgres for one test, which may break it. */
export interface OwnPostgres {
  /** Its address without a database. */
  url: string;
  port: number;
  start(): Promise<void>;
  /** Ends it as an administrator does: every connection is told so. */
  stop(): Promise<void>;
  /** Ends it at once, like a failing machine. The next start recovers. */
  crash(): Promise<void>;
  /** Makes a replica from a copy. Existing connections are closed for that. The replica also ends with `remove`. */
  replica(): Promise<OwnReplica>;
  remove(): Promise<void>;
}

/** A replica takes no writes, and is a moment behind. */
export interface OwnReplica extends Pick<OwnPostgres, "url" | "start" | "stop"> {
  /** Receives changes, but does not replay them until `goOn`. */
  standStill(): Promise<void>;
  goOn(): Promise<void>;
}

/** Starts a Postgres from the programs in `bin` or those of npm. It ends with `remove`, or with this process. */
export async function ownPostgres(bin?: string): Promise<OwnPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-own-postgres-"));
  const [cluster, passwordFile] = [path.join(folder, "cluster"), path.join(folder, "password")];
  const runAs = account();
  const { initdb, postgres } = bin
    ? { initdb: path.join(bin, "initdb"), postgres: path.join(bin, "postgres") }
    : await programs(folder, runAs);
  chmodSync(folder, 0o711);
  mkdirSync(cluster, { mode: 0o700 });
  writeFileSync(passwordFile, "postgres", { mode: 0o600 });
  if (runAs.uid !== undefined && runAs.gid !== undefined)
    for (const file of [cluster, passwordFile]) chownSync(file, runAs.uid, runAs.gid);
  const settings = [`--pgdata=${cluster}`, "--username=postgres", `--pwfile=${passwordFile}`, "--auth=password"];
  await promisify(execFile)(initdb, [...settings, "--no-locale", "--encoding=UTF8", "--no-sync"], runAs);
  const primary = program(postgres, cluster, await freePort(), runAs);
  let replica: Program | null = null;
  await primary.start();

  async function follower(): Promise<OwnReplica> {
    await primary.end("SIGINT");
    const copy = path.join(folder, "replica");
    execFileSync("cp", ["-a", cluster, copy]);
    const source = `host=127.0.0.1 port=${primary.port} user=postgres password=postgres`;
    appendFileSync(path.join(copy, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
    writeFileSync(path.join(copy, "standby.signal"), "");
    await primary.start();
    const standby = (replica = program(postgres, copy, await freePort(), runAs));
    await standby.start();
    const replay = (verb: string) =>
      asAdmin(addressOf(standby), (admin) => admin.query(`select pg_wal_replay_${verb}()`));
    return {
      url: addressOf(standby),
      start: standby.start,
      stop: () => standby.end("SIGINT"),
      standStill: async () => void (await replay("pause")),
      goOn: async () => void (await replay("resume")),
    };
  }

  return {
    url: addressOf(primary),
    port: primary.port,
    start: primary.start,
    stop: () => primary.end("SIGINT"),
    crash: () => primary.end("SIGQUIT"),
    replica: follower,
    async remove() {
      await Promise.all([primary.end("SIGQUIT"), replica?.end("SIGQUIT")]);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const addressOf = ({ port }: Program) => `postgres://postgres:postgres@127.0.0.1:${port}`;

interface Program {
  port: number;
  start(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
}

function program(postgres: string, cluster: string, port: number, runAs: ReturnType<typeof account>): Program {
  let server: ChildProcess | null = null;
  return {
    port,
    async start() {
      const settings = [
        "fsync=off",
        "wal_retrieve_retry_interval=200ms",
        "max_connections=100",
        "listen_addresses=127.0.0.1",
        "unix_socket_directories=",
      ];
      const child = spawn(postgres, ["-D", cluster, "-p", String(port), ...settings.flatMap((one) => ["-c", one])], {
        ...runAs,
        stdio: ["ignore", "ignore", "pipe"],
      });
      server = child;
      const last = () => child.kill("SIGQUIT");
      process.once("exit", last);
      child.once("exit", () => process.off("exit", last));
      await new Promise<void>((resolve, reject) => {
        let errorText = "";
        child.stderr.on("data", (text) => {
          errorText = `${errorText}${text}`.slice(-5000);
          if (/ready to accept (read-only )?connections/.test(errorText)) resolve();
        });
        child.once("exit", () => reject(new Error(`Postgres ended:\n${errorText}`)));
      });
    },
    async end(signal) {
      if (!server) return;
      const exited = once(server, "exit");
      server.kill(signal);
      await exited;
      server = null;
    },
  };
}
