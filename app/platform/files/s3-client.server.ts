import type { S3Client, S3ClientConfig } from "@aws-sdk/client-s3";
import { StartupError } from "~/platform/startup-error";
import { inSpan, theTracer } from "~/platform/tracing/tracing.server";
import { FilesOutOfReach } from "./out-of-reach";
import type { S3Config } from "./s3-config.server";

type Sdk = typeof import("@aws-sdk/client-s3");

/** For a connection, and for a word of an answer; milliseconds. */
const CONNECT_MS = 3000;
const SILENCE_MS = 20_000;
const MAX_ATTEMPTS = 3;
/** Whoever watches a video over a slow line holds one for as long; of fifty, as by default, the next would wait. */
const SOCKETS = { keepAlive: true, maxSockets: 500 };
const nothing = () => undefined;

/** How the storage is spoken to; for every client of it, so that they behave alike. */
export function clientConfig({ region, endpoint, keys }: S3Config): S3ClientConfig {
  return {
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(keys && { credentials: keys }),
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      httpAgent: SOCKETS,
      httpsAgent: SOCKETS,
    },
    // What the SDK adds of its own accord only Amazon understands; what we send ourselves everybody does.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // What goes wrong is thrown, and told in the log of whoever asked.
    logger: { debug: nothing, info: nothing, warn: nothing, error: nothing },
  };
}

/** The SDK and a client of it, loaded with the first file: whoever keeps files on a disk never loads it. */
export function lazyClient(config: S3Config): { get(): Promise<{ sdk: Sdk; client: S3Client }>; close(): void } {
  let made: Promise<{ sdk: Sdk; client: S3Client }> | undefined;
  return {
    get: () =>
      (made ??= import("@aws-sdk/client-s3").then((sdk) => {
        const client = new sdk.S3Client(clientConfig(config));
        if (theTracer()) traceCommands(client);
        return { sdk, client };
      })),
    close: () => void made?.then(({ client }) => client.destroy()),
  };
}

/** Tells of each command by its name, with all its tries; of the object nothing. */
function traceCommands(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName = "command" }) =>
      (args) =>
        inSpan(`S3 ${commandName}`, "client", {}, () => next(args)),
    { step: "initialize", name: "fieldstallTracing" },
  );
}

interface Failure {
  name?: string;
  code?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}

/** Whether the storage says that there is no such object or upload. */
export function isMissing(error: unknown): boolean {
  const { name = "" } = (error ?? {}) as Failure;
  return name === "NoSuchKey" || name === "NoSuchUpload" || name === "NotFound";
}

/**
 * What a failure of the storage means: a StartupError with what to do where it refuses us, FilesOutOfReach where it does
 * not answer or says to come again, and else the failure itself.
 */
export function meaningOf(error: unknown, { bucket, endpoint, region }: S3Config): unknown {
  const { name = "", code = "", message = "", $metadata } = (error ?? {}) as Failure;
  const status = $metadata?.httpStatusCode;
  const where = endpoint ?? `Amazon's storage in ${region}`;
  if (name === "NoSuchBucket")
    return new StartupError(
      `There is no bucket ${bucket} at ${where}. Make it, or see that FILES_S3_BUCKET, FILES_S3_ENDPOINT and FILES_S3_REGION are right.`,
    );
  if (status === 301 || name === "AuthorizationHeaderMalformed")
    return new StartupError(
      `The bucket ${bucket} is of another region than ${region}. Set FILES_S3_REGION to its own (${message}).`,
    );
  if (status === 401 || status === 403)
    return new StartupError(
      `${where} refuses us the bucket ${bucket} (${name}). See that FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY are right, and that this key may read, write, list and delete in it.`,
    );
  if (
    status === undefined
      ? code !== "" || /timeout|socket|network/i.test(`${name} ${message}`)
      : status >= 500 || status === 429
  )
    return new FilesOutOfReach(`The storage at ${where} does not answer (${code || name}: ${message})`, {
      cause: error,
    });
  return error;
}
