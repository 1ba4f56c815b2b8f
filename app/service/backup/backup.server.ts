import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { Kysely, sql } from "kysely";
import { readConfig, type Config } from "~/platform/config.server";
import { databaseOn } from "~/platform/database/database.server";
import { copySqlite } from "~/platform/database/dialects/sqlite-copy.server";
import { dumpPostgres } from "~/platform/database/dialects/postgres-copy.server";
import { postgres } from "~/platform/database/dialects/postgres.server";
import { sqlite } from "~/platform/database/dialects/sqlite.server";
import type { Tables } from "~/platform/database/tables";
import { openFileStore } from "~/platform/files/open-file-store.server";
import { openLog } from "~/platform/log.server";
import { signatureOf } from "~/platform/signature.server";
import { StartupError } from "~/platform/startup-error";
import { fileSource, writeArchive, type Manifest, type Source } from "./archive.server";
import { rowsOf } from "./counts.server";

/**
 * The command `npm run backup -- file`, beside a running service or without one. It copies the database first: a file
 * that is added later is merely superfluous. Returns the sentences to print. Throws a StartupError for people.
 */
export async function backUp(destination: string): Promise<string[]> {
  const target = path.resolve(destination);
  if (existsSync(target)) throw new StartupError(`${target} is there already. Name a file that is not.`);
  if (!existsSync(path.dirname(target))) throw new StartupError(`There is no folder ${path.dirname(target)}.`);
  const config = readConfig(process.env);
  // Beside the target, because the folder of data may have no room for a copy.
  const staging = await mkdtemp(`${target}.`);
  try {
    const copy = path.join(staging, "database");
    const rows = await (config.databaseUrl
      ? copyPostgres(config.databaseDirectUrl ?? config.databaseUrl, copy)
      : copyOfFile(config, copy));
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date().toISOString(),
      database: config.databaseUrl ? "postgres" : "sqlite",
      rows,
      secretFingerprint: fingerprintOf(config),
    };
    const { files } = await writeArchive(target, manifest, sources(config, copy));
    return [
      `${target} holds the database (${rows["users"] ?? 0} accounts, ${rows["orders"] ?? 0} orders) and ${files} files, as they were at ${manifest.madeAt}.`,
      "It holds what is known of people: keep it where only you can read it, and away from this machine.",
      ...(existsSync(path.join(config.dataDir, "secret"))
        ? []
        : [
            "APP_SECRET is not in it: keep that beside it, or links that were mailed end and second factors cannot be read.",
          ]),
    ];
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** A fingerprint that is equal for equal secrets. The secret cannot be derived from it. */
export function fingerprintOf(config: Pick<Config, "secret" | "previousSecret">): string {
  return signatureOf(config, "the fingerprint in a backup").slice(0, 16);
}

async function copyOfFile({ dataDir }: Config, copy: string): Promise<Record<string, number>> {
  const file = path.join(dataDir, "fieldstall.db");
  if (!existsSync(file)) throw new StartupError(`There is no database ${file}. See that DATA_DIR is right.`);
  await copySqlite(file, copy);
  const { db, close } = databaseOn(sqlite(copy));
  return rowsOf(db).finally(close);
}

async function copyPostgres(url: string, copy: string): Promise<Record<string, number>> {
  const dialect = postgres(url, openLog({ logLevel: "silent" }));
  const db = new Kysely<Tables>({ dialect: dialect.unhurried() });
  try {
    // The dump and the counts read the same snapshot.
    return await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (trx) => {
        const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as "snapshot"`.execute(trx);
        await dumpPostgres(url, copy, rows[0]?.snapshot ?? "");
        return rowsOf(trx);
      });
  } finally {
    await db.destroy();
    await databaseOn(dialect).close();
  }
}

async function* sources(config: Config, copy: string): AsyncIterable<Source> {
  yield fileSource("database", copy);
  yield fileSource("secret", path.join(config.dataDir, "secret"));
  const files = openFileStore(config);
  try {
    for await (const { key } of files.list())
      yield {
        name: `files/${key}`,
        async open() {
          const file = await files.open(key);
          return file && { size: file.size, bytes: Readable.fromWeb(file.stream as WebStream) };
        },
      };
  } finally {
    files.close();
  }
}
