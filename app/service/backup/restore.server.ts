import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { readConfig, type Config } from "~/platform/config.server";
import { databaseOn, type Database } from "~/platform/database/database.server";
import { connectionsToPostgres, restorePostgres } from "~/platform/database/dialects/postgres-copy.server";
import { postgres } from "~/platform/database/dialects/postgres.server";
import { brokenInSqlite, sqliteInUse } from "~/platform/database/dialects/sqlite-copy.server";
import { sqlite } from "~/platform/database/dialects/sqlite.server";
import { migrate } from "~/platform/database/migrate.server";
import { diskStore } from "~/platform/files/disk-store.server";
import { s3Store } from "~/platform/files/s3-store.server";
import { openLog } from "~/platform/log.server";
import { StartupError } from "~/platform/startup-error";
import { copyFiles } from "../files/copy-files.server";
import { readArchive, type Manifest } from "./archive.server";
import { fingerprintOf } from "./backup.server";
import { wrongInBooks } from "./books.server";
import { differingRows, rowsOf } from "./counts.server";

const FILE = "fieldstall.db";
const SILENT = openLog({ logLevel: "silent" });

/**
 * The command `npm run restore -- file`: puts a backup where the configuration places the data. Changes nothing before
 * the backup is unpacked and found whole. Moves existing data aside, only with `force`. Returns the sentences to print.
 * Throws a StartupError for people.
 */
export async function restore(file: string, { force }: { force: boolean }): Promise<string[]> {
  const ownSecret = Boolean(process.env["APP_SECRET"]);
  const config = withoutPooler(readConfig(process.env));
  const staging = await mkdtemp(path.join(config.dataDir, ".restore-"));
  const asideName = `before-restore-${new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14)}`;
  try {
    const manifest = await readArchive(path.resolve(file), staging);
    refuseOtherKind(manifest, config);
    await refuseUsed(config, force);
    const database = path.join(staging, "database");
    await filesToBucket(config, staging);
    if (config.databaseUrl)
      await restorePostgres(config.databaseUrl, {
        dump: database,
        aside: asideName,
        check: () => checkAt(config.databaseUrl, manifest),
      });
    else await checkFile(database, manifest);
    await putInPlace(config, staging, asideName, ownSecret);
    return [
      `The backup of ${manifest.madeAt} is restored: ${manifest.rows["users"] ?? 0} accounts, ${manifest.rows["orders"] ?? 0} orders. It is whole, and the books agree.`,
      ...(force ? [`What was there before is kept under the name ${asideName}; remove it when nobody needs it.`] : []),
      ...(ownSecret && fingerprintOf(config) !== manifest.secretFingerprint
        ? [
            "APP_SECRET is not the one that the backup was made with: links that were mailed before have ended, and second factors cannot be read.",
          ]
        : []),
      "Start the service, then ask `npm run doctor`.",
    ];
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Postgres itself restores a dump. A pooler would hold connections to the database that is moved aside. */
function withoutPooler(config: Config): Config {
  return {
    ...config,
    databaseUrl: config.databaseDirectUrl ?? config.databaseUrl,
    databaseDirectUrl: null,
    databaseReadUrl: null,
  };
}

function refuseOtherKind(manifest: Manifest, { databaseUrl }: Config): void {
  const kind = databaseUrl ? "postgres" : "sqlite";
  if (manifest.database === kind) return;
  throw new StartupError(
    manifest.database === "postgres"
      ? "The backup is of a Postgres database: set DATABASE_URL to the one that it is to be restored into."
      : "The backup is of a SQLite database: unset DATABASE_URL to restore it into DATA_DIR.",
  );
}

/** The names in a folder. Empty if the folder does not exist. Throws if it cannot be read. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: { code?: string }) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
}

/** Refuses a database that is open elsewhere and, without `force`, a place that already has data. */
async function refuseUsed({ databaseUrl, dataDir, files: { s3: inBucket } }: Config, force: boolean): Promise<void> {
  const file = path.join(dataDir, FILE);
  if (databaseUrl ? (await connectionsToPostgres(databaseUrl)) > 0 : sqliteInUse(file))
    throw new StartupError("Somebody has the database open: stop the service (all of its processes) first.");
  if (force) return;
  const database = databaseUrl ? postgres(databaseUrl, SILENT) : null;
  const rows = database ? await rowCounts(databaseOn(database)) : {};
  const filled = database ? Object.keys(rows).length > 0 : existsSync(file);
  const files = inBucket ? [] : await namesIn(path.join(dataDir, "files"));
  if (filled || files.length > 0)
    throw new StartupError(
      `There is a shop already in ${filled ? (database?.place ?? file) : path.join(dataDir, "files")}. Say --force to put it aside, or set DATA_DIR (and DATABASE_URL) to an empty place.`,
    );
}

async function rowCounts({ db, close }: Database): Promise<Record<string, number>> {
  return rowsOf(db).finally(close);
}

/** Refuses a copy that differs from what was backed up, or whose books do not agree. */
async function check(database: Database, manifest: Manifest): Promise<void> {
  const differing = differingRows(manifest.rows, await rowsOf(database.db));
  if (differing.length > 0) throw new StartupError(`The backup is not whole: ${differing.join("; ")}.`);
  await migrate(database);
  const wrong = await wrongInBooks(database.db);
  if (wrong.length > 0) throw new StartupError(`The backup's books do not agree: ${wrong.join("; ")}.`);
}

async function checkFile(file: string, manifest: Manifest): Promise<void> {
  const broken = brokenInSqlite(file);
  if (broken.length > 0) throw new StartupError(`The backup's database is damaged: ${broken.join("; ")}.`);
  const database = databaseOn(sqlite(file));
  await check(database, manifest).finally(() => database.close());
}

async function checkAt(url: string | null, manifest: Manifest): Promise<void> {
  const database = databaseOn(postgres(url ?? "", SILENT));
  await check(database, manifest).finally(() => database.close());
}

/**
 * Copies the files into the bucket before the database that names them is restored. They join the files there. A name
 * always means the same file, so a superfluous file does no harm.
 */
async function filesToBucket({ files }: Config, staging: string): Promise<void> {
  if (!files.s3) return;
  const bucket = s3Store(files.s3);
  await bucket.check();
  await copyFiles(diskStore(staging), bucket).finally(bucket.close);
}

async function putInPlace(config: Config, staging: string, asideName: string, ownSecret: boolean): Promise<void> {
  const { dataDir, databaseUrl } = config;
  const old = path.join(dataDir, asideName);
  const coming = [
    ...(databaseUrl ? [] : [{ from: "database", to: FILE }]),
    ...(config.files.s3 ? [] : [{ from: "files", to: "files" }]),
    ...(ownSecret ? [] : [{ from: "secret", to: "secret" }]),
  ];
  for (const { from, to } of coming) {
    // The journal belongs to the database file beside it.
    for (const name of to === FILE ? [FILE, `${FILE}-wal`, `${FILE}-shm`] : [to]) {
      if (!existsSync(path.join(dataDir, name))) continue;
      await mkdir(old, { recursive: true, mode: 0o700 });
      await rename(path.join(dataDir, name), path.join(old, name));
    }
    if (existsSync(path.join(staging, from))) await rename(path.join(staging, from), path.join(dataDir, to));
  }
}
