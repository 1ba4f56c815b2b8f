import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("postgres-server.mjs", import.meta.url));

/** A real Postgres of a test's own, which it may break. */
export interface OwnPostgres {
  /** Its address without a database. */
  url: string;
  start(): Promise<void>;
  /** Ends it as an administrator does: every connection is told so. */
  stop(): Promise<void>;
  /** Ends it at once, as a failing machine does; the next start recovers. */
  crash(): Promise<void>;
  remove(): Promise<void>;
}

export async function ownPostgres(): Promise<OwnPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-own-postgres-"));
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  const program = fork(PROGRAM, [folder, String(port)], {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(program, "message");
  const ask = async (word: string) => {
    program.send(word);
    await once(program, "message");
  };
  await ask("start");
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    start: () => ask("start"),
    stop: () => ask("stop"),
    crash: () => ask("crash"),
    async remove() {
      program.send("end");
      await once(program, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
