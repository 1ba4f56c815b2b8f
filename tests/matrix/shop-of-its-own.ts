import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { WAIT_MS } from "../../scripts/gate/patience.mjs";
import { freePort } from "../fixtures/free-port";
import { startProcess, type ShopProcess } from "../processes/shop-process";

/** A built shop on its own demo. It can be restarted at any time, and its database can be read. */
export interface OwnShop {
  port: number;
  url: string;
  /** Returns the first number of the first row; 0 without a row. */
  count(sql: string, ...values: string[]): number;
  /** Returns the first text of the first row; empty without a row. */
  text(sql: string, ...values: string[]): string;
  /** Changes rows, as the passing of time or an event outside the shop would. */
  write(sql: string, ...values: string[]): void;
  /** Ends the process as a power cut would, and starts the next one on the same data and port. */
  restart(next?: { build?: string; env?: Record<string, string> }): Promise<void>;
  /** Waits for a mail to the address that has the pattern. Returns the first group of the match in the newest one. */
  mailed(email: string, pattern: RegExp): Promise<string>;
  /** Returns the number of mails to this address. */
  mails(email: string): number;
  close(): Promise<void>;
}

const DATABASE = "fieldstall.db";

/** Opens a shop; with the folder of another demo in `copyOf`, on a copy of its goods. */
export async function openShop(copyOf?: string): Promise<OwnShop> {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-matrix-"));
  if (copyOf) await copyGoods(copyOf, folder);
  const port = await freePort();
  let server!: ShopProcess;
  const env = { DATA_DIR: folder, PORT: String(port), DEMO: "1", LIMITS: "off" };
  const start: OwnShop["restart"] = async (next = {}) => {
    server = await startProcess({ ...env, ...next.env }, 0, WAIT_MS, next.build);
  };
  await start();
  const database = new Database(path.join(folder, DATABASE), { readonly: true });
  const outside = new Database(path.join(folder, DATABASE), { timeout: WAIT_MS });
  const first = (sql: string, values: string[]) =>
    database
      .prepare(sql)
      .raw()
      .get(...values) as unknown[] | undefined;
  return {
    port,
    url: `http://localhost:${port}`,
    count: (sql, ...values) => Number(first(sql, values)?.[0] ?? 0),
    text: (sql, ...values) => String(first(sql, values)?.[0] ?? ""),
    write: (sql, ...values) => void outside.prepare(sql).run(...values),
    async restart(next) {
      await server.kill();
      await start(next);
    },
    async mailed(email, pattern) {
      const patience = AbortSignal.timeout(WAIT_MS);
      const outbox = path.join(folder, "outbox");
      for (;;) {
        const mails = namesIn(outbox).toSorted().toReversed();
        for (const name of mails) {
          const mail = readFileSync(path.join(outbox, name), "utf8").replaceAll("=\r\n", "").replaceAll("=3D", "=");
          const link = mail.includes(email) && pattern.exec(mail)?.[1];
          if (link) return link;
        }
        if (patience.aborted) throw new Error(`No mail to ${email} with ${pattern} has come.`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    mails: (email) =>
      namesIn(path.join(folder, "outbox")).filter((name) =>
        readFileSync(path.join(folder, "outbox", name), "utf8").includes(`To: ${email}`),
      ).length,
    async close() {
      database.close();
      outside.close();
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the files of a running demo, except its mails. */
async function copyGoods(from: string, to: string): Promise<void> {
  for (const name of readdirSync(from).filter((file) => !file.startsWith(DATABASE) && file !== "outbox"))
    cpSync(path.join(from, name), path.join(to, name), { recursive: true });
  // SQLite itself copies a database that is in use.
  const database = new Database(path.join(from, DATABASE), { readonly: true });
  await database.backup(path.join(to, DATABASE));
  database.close();
}

function namesIn(folder: string): string[] {
  try {
    // A mail that is still being written ends with `.part`.
    return readdirSync(folder).filter((name) => !name.endsWith(".part"));
  } catch {
    return [];
  }
}
