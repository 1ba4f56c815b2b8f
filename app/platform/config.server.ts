import { accessSync, constants, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { z } from "zod";
import { parseUrl } from "~/platform/parse-url";
import { stripeEnvironment, stripeKeysOf } from "./cards/stripe-config.server";
import type { StripeKeys } from "./cards/stripe-keys";
import { ConfigError } from "./config-error";
import { memoryBytes } from "./memory.server";
import { isDiskFull } from "./disk-full";
import { isNoRight, noRightTo, noRoomFor, StartupError } from "./startup-error";
import { demandMarket, marketEnvironment, marketOf, type Market } from "./market-config.server";
import { demandForProduction, refusePublicDemo } from "./config-production.server";
import { FILES_SECRETS, filesEnvironment, filesOf, type FilesConfig } from "./files/s3-config.server";
import { connectEnvironment, connectOf } from "./payouts/connect-config.server";

export { ConfigError };

/** Everything that the environment decides, read and checked once. Amounts of time are in the unit the name says. */
export interface Config {
  production: boolean;
  /** Fills an empty database with the demo and shows the mails at /outbox. */
  demo: boolean;
  host: string;
  port: number;
  /** Where people reach the site, without a slash at the end; mails and canonical links start with it. */
  publicUrl: string;
  /** True when people come over https: cookies are Secure and carry the __Host- prefix. */
  secure: boolean;
  /** The number of proxies in front that add to X-Forwarded-For; 0 trusts the socket alone. */
  trustProxy: number;
  dataDir: string;
  /** Where pictures and videos are kept, and shown from. */
  files: FilesConfig;
  /** Null: SQLite in dataDir. */
  databaseUrl: string | null;
  /** Postgres itself, if databaseUrl is a pooler that keeps no session. Null: databaseUrl is Postgres. */
  databaseDirectUrl: string | null;
  /** A replica of the database, which answers reads of public data. Null: there is none. */
  databaseReadUrl: string | null;
  /** How many processes serve behind this port. */
  workers: number;
  /** Bytes that this process and its pictures may take. It also sets the size of the caches. */
  memoryBytes: number;
  /** Null: mails are written to dataDir/outbox. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Signs links in mails and values in cookies, and seals stored secrets. */
  secret: string;
  /**
   * The secret before this one. Everything that it has signed or sealed is still accepted. Null when there was none.
   */
  previousSecret: string | null;
  payments: "test" | "stripe";
  /** Null with the test provider. */
  stripe: StripeKeys | null;
  /** Whether merchants are paid out by Stripe Connect. */
  connect: boolean;
  /** The marketplace's fee on each payout, in hundredths of a percent. */
  platformFeeBasisPoints: number;
  /** Days from a part's arrival to its merchant's payout. */
  payoutDelayDays: number;
  /** Whether a new store sells at once or waits for an operator. */
  merchantApproval: "at-once" | "operator";
  /** A refund above this many cents, or a person's refunds of one day together, needs a fresh proof of identity. */
  refundProofAboveCents: number;
  /** Days from a part's arrival to the mail that asks its buyer for reviews; 0: never. */
  reviewMailDays: number;
  /** The percentage of its price that a stall keeps for goods that were not collected. */
  notCollectedKeptPercent: number;
  /** The most bytes of an uploaded file. */
  mostImageBytes: number;
  mostVideoBytes: number;
  /** Units of prices for comparing: per kilogram and litre, or per pound and fluid ounce. */
  units: "metric" | "us";
  timeZone: string;
  logLevel: string;
  logFormat: "json" | "pretty";
  /** Where figures for monitoring are served: on a port of their own, to requests with the token, or (null) nowhere. */
  metrics: { port: number | null; token: string | null } | null;
  /** Whether traces go to an OpenTelemetry collector. The SDK reads its address from the environment. */
  traces: boolean;
  /** Whether operators need a second factor before any page of theirs opens. */
  operatorsNeedSecondFactor: boolean;
  /** A CDN in front that keeps pages, and the address that tells it which to drop. Null: there is none. */
  cdn: { purgeUrl: string; purgeToken: string | null } | null;
  /** Whether sign-in, codes, payments … are limited; off for load tests only. */
  limits: boolean;
  /** Whether webhooks may go to this machine itself, over http too; for development and tests. */
  webhooksToLocalhost: boolean;
  /** Whether phones may keep pages that were seen. Off also deletes what they keep. */
  serviceWorker: boolean;
  market: Market;
}

const MEGABYTE = 1024 * 1024;

const flag = z
  .enum(["0", "1", "false", "true"], { error: "must be 1 or 0" })
  .transform((value) => value === "1" || value === "true");

function url(protocols: string[], example: string) {
  return z.string().refine((value) => protocols.includes(parseUrl(value)?.protocol ?? ""), {
    error: `must be an address such as ${example}`,
  });
}

/** Addresses are made by appending a path to this one. */
const site = url(["http:", "https:"], "https://shop.example.com").refine(
  (value) => {
    const { username, password, pathname, search, hash } = parseUrl(value) ?? new URL("http://a");
    return [username, password, search, hash].join("") === "" && pathname === "/";
  },
  { error: "must be the address of the whole site, such as https://shop.example.com, without anything behind it" },
);

const IMAGE_SIZE = "must be a number of megabytes from 1 to 50";
const VIDEO_SIZE = "must be a number of megabytes from 1 to 2000";
const REVIEW_DAYS = "must be a whole number of days from 0 to 60";
const KEPT_PERCENT = "must be a whole number from 0 to 100";
const REFUND_SUM = "must be dollars from 0 to 1000000, with at most two decimals";
const WORKERS = "must be the number of processes, from 1 to 64";
const MEMORY = "must be a number of megabytes from 128 to 1000000";
const METRICS_PORT = "must be a port number from 1 to 65535";
const PROXIES = "must be the number of proxies in front, from 0 to 10";
/** Variables whose values are never shown, not even wrong ones. */
const SECRET = new Set([
  "APP_SECRET",
  "APP_SECRET_PREVIOUS",
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_READ_URL",
  ...FILES_SECRETS,
  "METRICS_TOKEN",
  "PURGE_TOKEN",
  "SMTP_URL",
  "STRIPE_SECRET_KEY",
  "STRIPE_PUBLISHABLE_KEY",
  "STRIPE_WEBHOOK_SECRET",
]);

const secret = z
  .string()
  .min(32, "must be at least 32 characters long")
  .refine((value) => !isRepetitive(value), {
    error: "must not repeat itself: take what `openssl rand -hex 32` prints",
  });

/** Whether a value is a few characters over and over, or one short text repeated: long, but easily guessed. */
function isRepetitive(value: string): boolean {
  return new Set(value).size < 8 || /^(.{1,16}?)\1+$/s.test(value);
}

const environment = z.object({
  NODE_ENV: z
    .enum(["production", "development", "test"], { error: "must be production, development or test" })
    .default("development"),
  DEMO: flag.default(false),
  HOST: z.string().min(1).default("0.0.0.0"),
  PORT: z.coerce
    .number({ error: "must be a port number from 0 to 65535" })
    .int("must be a whole number")
    .min(0, "must be a port number from 0 to 65535")
    .max(65535, "must be a port number from 0 to 65535")
    .default(3000),
  PUBLIC_URL: site.optional(),
  TRUST_PROXY: z.coerce.number({ error: PROXIES }).int(PROXIES).min(0, PROXIES).max(10, PROXIES).default(0),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: url(["postgres:", "postgresql:"], "postgres://user:password@host:5432/fieldstall").optional(),
  DATABASE_DIRECT_URL: url(["postgres:", "postgresql:"], "postgres://user:password@host:5432/fieldstall").optional(),
  DATABASE_READ_URL: url(["postgres:", "postgresql:"], "postgres://user:password@replica:5432/fieldstall").optional(),
  SMTP_URL: url(["smtp:", "smtps:"], "smtps://user:password@mail.example.com:465").optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*<?[^\s@<>]+@[^\s@<>]+>?$/, "must be an e-mail address, or a name and <address>")
    .optional(),
  MAIL: z.enum(["files"], { error: "must be files" }).optional(),
  APP_SECRET: secret.optional(),
  APP_SECRET_PREVIOUS: secret.optional(),
  PAYMENTS: z.enum(["test"], { error: "must be test" }).optional(),
  ...stripeEnvironment,
  ...connectEnvironment,
  ...filesEnvironment,
  STRIPE_API_URL: url(["http:", "https:"], "http://127.0.0.1:4231").optional(),
  MERCHANT_APPROVAL: z.enum(["at-once", "operator"], { error: "must be at-once or operator" }).default("at-once"),
  REFUND_PROOF_ABOVE: z
    .string()
    .regex(/^\d{1,7}(\.\d{1,2})?$/, REFUND_SUM)
    .transform(Number)
    .refine((dollars) => dollars <= 1_000_000, REFUND_SUM)
    .default(200),
  REVIEW_MAIL_DAYS: z.coerce
    .number({ error: REVIEW_DAYS })
    .int(REVIEW_DAYS)
    .min(0, REVIEW_DAYS)
    .max(60, REVIEW_DAYS)
    .default(5),
  NOT_COLLECTED_KEPT_PERCENT: z.coerce
    .number({ error: KEPT_PERCENT })
    .int(KEPT_PERCENT)
    .min(0, KEPT_PERCENT)
    .max(100, KEPT_PERCENT)
    .default(0),
  MAX_IMAGE_MB: z.coerce
    .number({ error: IMAGE_SIZE })
    .int(IMAGE_SIZE)
    .min(1, IMAGE_SIZE)
    .max(50, IMAGE_SIZE)
    .default(10),
  MAX_VIDEO_MB: z.coerce
    .number({ error: VIDEO_SIZE })
    .int(VIDEO_SIZE)
    .min(1, VIDEO_SIZE)
    .max(2000, VIDEO_SIZE)
    .default(100),
  UNITS: z.enum(["metric", "us"], { error: "must be metric or us" }).default("metric"),
  TZ: z.string().refine(isTimeZone, { error: "must be a time zone such as Europe/Berlin" }).default("UTC"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "must be trace, debug, info, warn, error, fatal or silent",
    })
    .default("info"),
  LOG_FORMAT: z.enum(["json", "pretty"], { error: "must be json or pretty" }).default("json"),
  METRICS_PORT: z.coerce
    .number({ error: METRICS_PORT })
    .int(METRICS_PORT)
    .min(1, METRICS_PORT)
    .max(65535, METRICS_PORT)
    .optional(),
  METRICS_TOKEN: secret.optional(),
  PURGE_URL: url(["http:", "https:"], "http://varnish:6081/purge").optional(),
  PURGE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be visible ASCII characters without a space")
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(["http:", "https:"], "http://collector:4318").optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url(["http:", "https:"], "http://collector:4318/v1/traces").optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(["http/json", "http/protobuf"], { error: "must be http/json: spans are sent over HTTP, not by gRPC" })
    .optional(),
  OTEL_SDK_DISABLED: z.enum(["true", "false"], { error: "must be true or false" }).default("false"),
  WEB_CONCURRENCY: z.coerce.number({ error: WORKERS }).int(WORKERS).min(1, WORKERS).max(64, WORKERS).default(1),
  MEMORY_MB: z.coerce.number({ error: MEMORY }).int(MEMORY).min(128, MEMORY).max(1_000_000, MEMORY).optional(),
  LIMITS: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  SERVICE_WORKER: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  WEBHOOKS_TO_LOCALHOST: flag.default(false),
  ...marketEnvironment,
});

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Reads and checks the variables of `env`. Throws a ConfigError that names the first wrong or missing one. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty variable, as compose files and CI write them, means that it is not set.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = environment.safeParse(set);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    throw new ConfigError(
      `${name} ${issue?.message ?? "is wrong"}${SECRET.has(name) ? "" : ` (it is ${JSON.stringify(set[name])})`}.`,
    );
  }
  const e = parsed.data;
  const stripe = stripeKeysOf(e);
  const production = e.NODE_ENV === "production" && !e.DEMO;
  const publicUrl = (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, "");
  if (e.DATABASE_DIRECT_URL && !e.DATABASE_URL)
    throw new ConfigError(
      "DATABASE_DIRECT_URL is set, but DATABASE_URL is not: it is Postgres itself, behind the pooler that DATABASE_URL names.",
    );
  if (e.DATABASE_READ_URL && !e.DATABASE_URL)
    throw new ConfigError(
      "DATABASE_READ_URL is set, but DATABASE_URL is not: it is a replica of the Postgres that DATABASE_URL names.",
    );
  if (e.WEB_CONCURRENCY > 1) refuseAmongWorkers(e);
  if (production) {
    demandForProduction(e);
    demandMarket(e);
  }
  refuseSamePort(e.PORT, e.METRICS_PORT);
  if (e.DEMO) refusePublicDemo({ production: e.NODE_ENV === "production", publicUrl, stripe });
  const market = marketOf(e);
  const dataDir = path.resolve(e.DATA_DIR);
  mustBeWritable(dataDir);
  return {
    production,
    demo: e.DEMO,
    host: e.HOST,
    port: e.PORT,
    publicUrl,
    secure: publicUrl.startsWith("https:"),
    trustProxy: e.TRUST_PROXY,
    dataDir,
    files: filesOf(e),
    databaseUrl: e.DATABASE_URL ?? null,
    databaseDirectUrl: e.DATABASE_DIRECT_URL ?? null,
    databaseReadUrl: e.DATABASE_READ_URL ?? null,
    workers: e.WEB_CONCURRENCY,
    memoryBytes: memoryBytes(e.MEMORY_MB, e.WEB_CONCURRENCY),
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM ?? `${market.name} <${market.email}>`,
    secret: e.APP_SECRET ?? keptSecret(dataDir),
    previousSecret: e.APP_SECRET_PREVIOUS ?? null,
    payments: stripe ? "stripe" : "test",
    stripe,
    ...connectOf(e, stripe !== null),
    merchantApproval: e.MERCHANT_APPROVAL,
    refundProofAboveCents: Math.round(e.REFUND_PROOF_ABOVE * 100),
    reviewMailDays: e.REVIEW_MAIL_DAYS,
    notCollectedKeptPercent: e.NOT_COLLECTED_KEPT_PERCENT,
    mostImageBytes: e.MAX_IMAGE_MB * MEGABYTE,
    mostVideoBytes: e.MAX_VIDEO_MB * MEGABYTE,
    units: e.UNITS,
    timeZone: e.TZ,
    logLevel: e.LOG_LEVEL,
    logFormat: e.LOG_FORMAT,
    metrics:
      e.METRICS_PORT || e.METRICS_TOKEN ? { port: e.METRICS_PORT ?? null, token: e.METRICS_TOKEN ?? null } : null,
    traces:
      (e.OTEL_EXPORTER_OTLP_ENDPOINT ?? e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
      e.OTEL_SDK_DISABLED === "false",
    cdn: e.PURGE_URL ? { purgeUrl: e.PURGE_URL, purgeToken: e.PURGE_TOKEN ?? null } : null,
    operatorsNeedSecondFactor: production,
    limits: e.LIMITS === "on",
    webhooksToLocalhost: e.WEBHOOKS_TO_LOCALHOST,
    serviceWorker: e.SERVICE_WORKER === "on",
    market,
  };
}

/** Refuses variables that only a single process can serve. */
function refuseAmongWorkers(e: { DATABASE_URL?: unknown; METRICS_PORT?: unknown; METRICS_TOKEN?: unknown }): void {
  if (!e.DATABASE_URL)
    throw new ConfigError("WEB_CONCURRENCY above 1 needs Postgres (DATABASE_URL): SQLite is for one process.");
  if (e.METRICS_PORT ?? e.METRICS_TOKEN)
    throw new ConfigError(
      "WEB_CONCURRENCY above 1 and figures (METRICS_PORT, METRICS_TOKEN) do not go together: they are those of one process.",
    );
}

/** Figures are not for every visitor of the shop, so they need a port of their own. */
function refuseSamePort(port: number, metricsPort: number | undefined): void {
  if (metricsPort === port)
    throw new ConfigError(`METRICS_PORT and PORT are the same (${port}): figures need a port of their own.`);
}

function mustBeWritable(dataDir: string): void {
  try {
    // The folder will hold personal data, so other users of this machine get no access.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch {
    throw new ConfigError(`DATA_DIR must be a folder that can be written to (it is ${JSON.stringify(dataDir)}).`);
  }
}

/** Outside production, a secret is generated once and kept beside the data, so that links survive a restart. */
function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, "secret");
  try {
    if (!existsSync(file)) makeSecret(file);
    const storedSecret = readFileSync(file, "utf8").trim();
    if (secret.safeParse(storedSecret).success) return storedSecret;
  } catch (error) {
    if (isNoRight(error)) throw noRightTo(file);
    if (isDiskFull(error)) throw noRoomFor(file);
    if ((error as { code?: string }).code !== "EISDIR") throw error;
  }
  throw new StartupError(
    `${file} holds no secret of 32 characters: it never came whole, or was changed. Put it back from a backup; or remove it, and a new one is made, with which links that were mailed end and second factors cannot be read.`,
  );
}

/** Writes a draft first, so that the file is always whole, even if the process is killed or the disk is full. */
function makeSecret(file: string): void {
  const draft = `${file}.${randomBytes(4).toString("hex")}.new`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
    linkSync(draft, file);
  } catch (error) {
    // Another process has been quicker.
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
