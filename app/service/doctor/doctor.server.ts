import { existsSync } from "node:fs";
import path from "node:path";
import { refuseDemoLogins } from "~/demo/accounts.server";
import { readConfig, type Config } from "~/platform/config.server";
import { migrationsOf } from "~/platform/database/migrate.server";
import { brokenInSqlite } from "~/platform/database/dialects/sqlite-copy.server";
import { usableFile } from "~/platform/database/dialects/sqlite-file.server";
import { openLog } from "~/platform/log.server";
import { isStartupError } from "~/platform/startup-error";
import { openServices, type Services } from "~/platform/services.server";
import { wrongInBooks } from "../backup/books.server";
import {
  countedLists,
  disk,
  fileStorage,
  mailServer,
  missingFiles,
  clocks,
  poolerLimits,
  provider,
  waitingJobs,
} from "./checks.server";
import { readReplica } from "./replica.server";

/** What was looked at, and what is wrong with it: a sentence each with what to do. None: all is well. */
export interface Finding {
  part: string;
  wrong: string[];
}

/**
 * What `npm run doctor` does, beside a running service or without one: looks at everything that the shop stands on, and
 * changes nothing; but where it is to `recount`, lists that are counted wrongly are counted anew. Calls `tell` with each finding as it is made; answers whether all is well.
 */
export async function examine(tell: (finding: Finding) => void, { recount = false } = {}): Promise<boolean> {
  let well = true;
  const look = async (part: string, work: () => Promise<string[]> | string[]) => {
    const wrong = await Promise.resolve()
      .then(work)
      .catch((error: unknown) => [
        isStartupError(error) ? error.message : `It could not be looked at: ${String(error)}.`,
      ]);
    well &&= wrong.length === 0;
    tell({ part, wrong });
    return wrong.length === 0;
  };
  let config: Config | undefined;
  await look("configuration", () => {
    config = readConfig(process.env);
    return [];
  });
  if (!config) return false;
  const found = config;
  await look("disk", () => disk(found));
  await look("mail", () => mailServer(found));
  await look("card provider", () => provider(found));
  let services: Services | undefined;
  try {
    const readable = await look("database", async () => {
      const wrong = damage(found);
      if (wrong.length > 0) return wrong;
      services = await openServices(found, openLog({ logLevel: "silent" }));
      const wrongWithIt = [...(await outdated(services)), ...(await poolerLimits(services))];
      if (wrongWithIt.length === 0 && found.production) await refuseDemoLogins(services.db);
      return wrongWithIt;
    });
    if (!readable || !services) return false;
    const { db, dialect, clock, replica } = services;
    await look("clock", () => clocks({ db, dialect, clock }));
    if (replica) await look("read replica", () => readReplica({ db, replica }));
    await look("books", async () =>
      (await wrongInBooks(db)).map(
        (words) => `${words}: stop paying out, keep a backup as it is now, and compare with the provider's list.`,
      ),
    );
    const kept = services;
    await look("lists", () => countedLists(kept, { recount }));
    if (await look("file storage", () => fileStorage(kept))) await look("files", () => missingFiles(kept));
    await look("jobs", () => waitingJobs(services as Services));
  } finally {
    await services?.close();
  }
  return well;
}

function damage({ databaseUrl, dataDir }: Config): string[] {
  if (databaseUrl) return [];
  const file = path.join(dataDir, "fieldstall.db");
  if (!existsSync(file))
    return [`There is no database ${file} yet: the first start makes it. If there should be one, DATA_DIR is wrong.`];
  usableFile(file);
  return brokenInSqlite(file).map((words) => `${words}: stop the service, and restore the last backup.`);
}

async function outdated(services: Services): Promise<string[]> {
  const { missing, newer } = await migrationsOf(services);
  return [
    ...(missing.length > 0
      ? [`It lacks ${missing.join(", ")}: start this version of the service, which brings it up to date.`]
      : []),
    ...(newer.length > 0
      ? [`It was brought up to date by a newer version (${newer.join(", ")}): start that one, or restore a backup.`]
      : []),
  ];
}
