import { existsSync } from "node:fs";
import path from "node:path";
import { refuseDemoLogins } from "~/demo/accounts.server";
import { bookingZone, wrongZone } from "~/features/accounting/booking-zone.server";
import { readConfig, type Config } from "~/platform/config.server";
import { migrationsOf } from "~/platform/database/migrate.server";
import { brokenInSqlite } from "~/platform/database/dialects/sqlite-copy.server";
import { isOutOfReach } from "~/platform/database/out-of-reach";
import { usableFile } from "~/platform/database/dialects/sqlite-file.server";
import { openLog } from "~/platform/log.server";
import { isStartupError } from "~/platform/startup-error";
import { openServices, type Services } from "~/platform/services.server";
import { wrongInBooks } from "../backup/books.server";
import {
  disk,
  fileStorage,
  mailServer,
  missingFiles,
  clocks,
  poolerLimits,
  provider,
  waitingJobs,
} from "./checks.server";
import { publicName, senderDomain } from "./domain-names.server";
import { publicAddress } from "./public-address.server";
import { pushKeys } from "./push-keys.server";
import type { Report } from "./report";
import { webhookEndpoints } from "./webhook-endpoints.server";
import { readReplica } from "./replica.server";
import { sealedRows } from "./sealed-rows.server";

/** The report about a part of the shop. */
export interface Finding extends Report {
  part: string;
}

/**
 * The command `npm run doctor`, beside a running service or without one: checks everything that the shop depends on,
 * and changes nothing. Calls `tell` with each finding as soon as it is made. Returns whether all is well.
 */
export async function examine(tell: (finding: Finding) => void): Promise<boolean> {
  let well = true;
  const look = async (part: string, work: () => Promise<string[] | Report> | string[]) => {
    const result = await Promise.resolve()
      .then(work)
      .catch((error: unknown) => [
        isStartupError(error) ? error.message : `It could not be looked at: ${String(error)}.`,
      ]);
    const report = Array.isArray(result) ? { wrong: result } : result;
    well &&= report.wrong.length === 0;
    tell({ part, ...report });
    return report.wrong.length === 0;
  };
  let config: Config | undefined;
  await look("configuration", () => {
    config = readConfig(process.env);
    return [];
  });
  if (!config) return false;
  const validConfig = config;
  await look("disk", () => disk(validConfig));
  await look("public address", async () => {
    const [{ wrong, notes = [] }, namesNotes] = await Promise.all([
      publicAddress(validConfig),
      publicName(validConfig),
    ]);
    return { wrong, notes: [...notes, ...namesNotes] };
  });
  await look("mail", () => mailServer(validConfig));
  await look("domain of the sender", () => senderDomain(validConfig));
  if (await look("card provider", () => provider(validConfig)))
    await look("Stripe's webhooks", () => webhookEndpoints(validConfig));
  let services: Services | undefined;
  try {
    const openDatabase = async () => {
      const wrong = damage(validConfig);
      if (wrong.length > 0) return wrong;
      services = await openServices(validConfig, openLog({ logLevel: "silent" }));
      const wrongWithIt = [...(await outdated(services)), ...(await poolerLimits(services))];
      if (wrongWithIt.length === 0 && validConfig.production) await refuseDemoLogins(services.db);
      return wrongWithIt;
    };
    const readable = await look("database", () => openDatabase().catch(postgresAway(validConfig)));
    if (!readable || !services) return false;
    const { db, dialect, clock, replica } = services;
    await look("secret", () => sealedRows({ db, config: validConfig }));
    await look("notices in browsers", () => pushKeys({ db, config: validConfig }));
    await look("clock", () => clocks({ db, dialect, clock }));
    if (replica) await look("read replica", () => readReplica({ db, replica }));
    await look("time zone", async () => {
      const wrong = wrongZone(await bookingZone(db), validConfig.timeZone);
      return wrong ? [wrong] : [];
    });
    await look("books", async () =>
      (await wrongInBooks(db)).map(
        (words) => `${words}: stop paying out, keep a backup as it is now, and compare with the provider's list.`,
      ),
    );
    const closable = services;
    if (await look("file storage", () => fileStorage(closable))) await look("files", () => missingFiles(closable));
    await look("jobs", () => waitingJobs(services as Services));
  } finally {
    await services?.close();
  }
  return well;
}

/** The sentence on what to do if Postgres does not answer. Rethrows every other error. */
const postgresAway =
  ({ databaseUrl }: Config) =>
  (error: unknown): string[] => {
    if (!databaseUrl || !isOutOfReach(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return [
      `Postgres cannot be reached (${reason}): see that it runs, that its port is open from here, and that DATABASE_URL has its host, port and name.`,
    ];
  };

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
