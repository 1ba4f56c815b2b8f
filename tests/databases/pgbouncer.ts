import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../fixtures/free-port";
import { account } from "./postgres-program.mjs";

/** The settings of each of the pooler's connections, as in docs/operations.md. */
export const CONNECT_QUERY =
  "set statement_timeout=10000; set lock_timeout=5000; set idle_in_transaction_session_timeout=24000";

export interface PgBouncer {
  /** Its address without a database. It serves every database of the server. */
  url: string;
  stop(): Promise<void>;
}

/** Starts the PgBouncer of this machine in transaction mode, in front of the Postgres at `server`. */
export async function startPgBouncer(server: string, connectQuery = CONNECT_QUERY): Promise<PgBouncer> {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-pgbouncer-"));
  const { hostname, port: behind, username, password } = new URL(server);
  const port = await freePort();
  const file = path.join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${behind} user=${username} password=${password} connect_query='${connectQuery}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
max_client_conn = 500
query_wait_timeout = 5
server_login_retry = 1
`,
    { mode: 0o644 },
  );
  // PgBouncer may run as another account.
  chmodSync(folder, 0o755);
  const runAs = account();
  // PgBouncer ends when its input closes, which happens when this process ends for any reason.
  const script = 'pgbouncer --quiet "$1" & read -r _; kill -9 $!';
  const child = spawn("sh", ["-c", script, "sh", file], { ...runAs, stdio: ["pipe", "ignore", "pipe"] });
  await answers(child, port);
  return {
    url: `postgres://shop:shop@127.0.0.1:${port}`,
    async stop() {
      const exited = once(child, "exit");
      child.stdin?.end();
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(child: ChildProcess, port: number): Promise<void> {
  let errorText = "";
  child.stderr?.on("data", (text) => (errorText += String(text)));
  let failure: Error | undefined;
  child.on("error", (error) => (failure = error));
  child.on("exit", () => (failure ??= new Error(`PgBouncer ended:\n${errorText}`)));
  for (;;) {
    if (failure) throw failure;
    const socket = connect(port, "127.0.0.1");
    const open = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
