import type { CardProvider } from "./cards/card-provider";
import { stripeClient } from "./cards/stripe-client.server";
import { stripeProvider } from "./cards/stripe-provider.server";
import { testProvider } from "./cards/test-provider.server";
import { systemClock, type Clock } from "./clock";
import type { Config } from "./config.server";
import { openDatabase, type Database, type Db } from "./database/database.server";
import type { Dialect } from "./database/dialects/dialect";
import type { FileStore } from "./files/file-store.server";
import { openFileStore } from "./files/open-file-store.server";
import type { Uploads } from "./files/upload-store";
import { openUploads } from "./files/uploads.server";
import { openRateLimiter, type RateLimiter } from "./rate-limiter/rate-limiter.server";
import { openLog, type Log } from "./log.server";
import { outbound, type Outbound } from "./outbound/outbound.server";
import type { PayoutProvider } from "./payouts/payout-provider";
import { stripePayouts } from "./payouts/stripe-payouts.server";
import { encoderLimits, pictureEncoder, type PictureEncoder } from "./pictures/picture-encoder.server";
import { mailTransport, type MailTransport } from "./mail/transport.server";
import { isRoomy } from "./memory.server";
import { presence as presenceOf, type Presence } from "./processes/presence.server";
import { processSlot, roomForAll, type ProcessSlot } from "./process-slot";
import { readerLimits, workbookReader, type WorkbookReader } from "./workbooks/read-workbook.server";

/**
 * The services that every rule may use. They are built once and handed down; tests build their own with other parts.
 */
export interface Services {
  config: Config;
  log: Log;
  clock: Clock;
  db: Db;
  /** For reads of public data; see Database. */
  reads: Db;
  replica: Database["replica"];
  dialect: Dialect;
  mail: MailTransport;
  files: FileStore;
  uploads: Uploads;
  pictures: PictureEncoder;
  workbooks: WorkbookReader;
  /** With little memory, work that takes much of it waits here for its turn. */
  slot: ProcessSlot;
  cards: CardProvider;
  /** Null if we do not pay merchants out. */
  payouts: PayoutProvider | null;
  rateLimiter: RateLimiter;
  /** The presence of this process, whose name is on its leases. */
  presence: Presence;
  /** Requests to addresses that merchants have typed. */
  outbound: Outbound;
  /**
   * The request that the work is done for, if it carries a key; null otherwise, and for jobs and commands. See
   * `isFirstTime`.
   */
  idempotency: IdempotencyPlace | null;
  close(): Promise<void>;
}

/** The row of a request with an idempotency key that is being worked on. */
export interface IdempotencyPlace {
  /** The account's id, or "visitor". */
  scope: string;
  key: string;
  /** A random word that names the current worker. */
  holder: string;
}

export interface ServiceOverrides {
  clock?: Clock;
  log?: Log;
  mail?: MailTransport;
  files?: FileStore;
  pictures?: PictureEncoder;
  cards?: CardProvider;
  payouts?: PayoutProvider | null;
  outbound?: Outbound;
}

/** Builds the services on the database that the configuration names. Their `close` closes it. */
export async function openServices(config: Config, log = openLog(config)): Promise<Services> {
  return buildServices(config, { log, database: await openDatabase(config, log) });
}

export function buildServices(config: Config, overrides: ServiceOverrides & { database: Database }): Services {
  const { database, log = openLog(config) } = overrides;
  const clock = overrides.clock ?? systemClock;
  const files = overrides.files ?? openFileStore(config);
  const mail = overrides.mail ?? mailTransport(config);
  const presence = presenceOf({ db: database.db, dialect: database.dialect, clock, log });
  const { memoryBytes } = config;
  const slot = isRoomy(memoryBytes) ? roomForAll : processSlot();
  const pictures = overrides.pictures ?? pictureEncoder(encoderLimits(memoryBytes), slot);
  return {
    config,
    log,
    clock,
    db: database.db,
    reads: database.reads,
    replica: database.replica,
    dialect: database.dialect,
    mail,
    files,
    uploads: openUploads(config, database.db, clock, presence),
    pictures,
    workbooks: workbookReader(readerLimits(memoryBytes), slot),
    slot,
    cards:
      overrides.cards ??
      (config.stripe ? stripeProvider({ keys: config.stripe, clock, log }) : testProvider({ db: database.db, clock })),
    payouts:
      overrides.payouts ??
      (config.connect && config.stripe ? stripePayouts({ ask: stripeClient({ keys: config.stripe, log }).ask }) : null),
    rateLimiter: openRateLimiter(config, database.dialect),
    outbound: overrides.outbound ?? outbound({ allowLocal: config.webhooksToLocalhost }),
    presence,
    idempotency: null,
    async close() {
      mail.close();
      pictures.close();
      files.close();
      await presence.end();
      await database.close();
    },
  };
}
