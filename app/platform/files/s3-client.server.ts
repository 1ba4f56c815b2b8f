import type { S3Client, S3ClientConfig } from "@aws-sdk/client-s3";
import { inSpan, theTracer } from "~/platform/tracing/tracing.server";
import { FilesOutOfReach } from "./out-of-reach";
import type { S3Config } from "./s3-config.server";

type Sdk = typeof import("@aws-sdk/client-s3");

/**
 * Milliseconds for a connection, and without data of an answer. All tries together take less than the 20 s that a
 * browser waits (PATIENCE of ui/line), with room for the work before the storage is asked.
 */
const CONNECT_MS = 3000;
const SILENCE_MS = 5000;
const MAX_ATTEMPTS = 2;
/**
 * A viewer on a slow connection holds a socket for the whole video. With the default of fifty, the next one would wait.
 */
const SOCKETS = { keepAlive: true, maxSockets: 500 };
const noop = () => undefined;

/** The settings of every client of the storage, so that all behave alike. */
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
    // Only Amazon understands the checksums that the SDK adds. Every storage understands our own.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // Errors are thrown, and the caller logs them.
    logger: { debug: noop, info: noop, warn: noop, error: noop },
  };
}

/** The SDK and a client, loaded with the first file. Shops that keep files on a disk never load them. */
export function lazyClient(config: S3Config): { get(): Promise<{ sdk: Sdk; client: S3Client }>; close(): void } {
  let opening: Promise<{ sdk: Sdk; client: S3Client }> | undefined;
  return {
    get: () =>
      (opening ??= import("@aws-sdk/client-s3").then((sdk) => {
        const client = new sdk.S3Client(clientConfig(config));
        explainFailures(client, config);
        if (theTracer()) traceCommands(client);
        return { sdk, client };
      })),
    close: () => void opening?.then(({ client }) => client.destroy()),
  };
}

/** Turns each failure of a client's commands into our own errors, except that something is not there. */
export function explainFailures({ middlewareStack }: Pick<S3Client, "middlewareStack">, config: S3Config): void {
  middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error: unknown) => {
        throw isMissing(error) ? error : meaningOf(error, config);
      }),
    { step: "initialize", name: "fieldstallFailures", priority: "high" },
  );
}

/** Traces each command by its name, with all its tries; nothing of the object. */
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
 * Turns a failure of the storage into FilesOutOfReach, because it is never the sender's fault. If the storage refuses
 * us, the message says what an operator has to do. Returns a fault of the program unchanged.
 */
function meaningOf(error: unknown, { bucket, endpoint, region }: S3Config): unknown {
  if (error instanceof TypeError) return error;
  const { name = "", code = "", message = "", $metadata } = (error ?? {}) as Failure;
  const status = $metadata?.httpStatusCode;
  const where = endpoint ?? `Amazon's storage in ${region}`;
  const outOfReach = (sentence: string) => new FilesOutOfReach(sentence, { cause: error, needsOperator: true });
  if (name === "NoSuchBucket")
    return outOfReach(
      `There is no bucket ${bucket} at ${where}. Make it, or see that FILES_S3_BUCKET, FILES_S3_ENDPOINT and FILES_S3_REGION are right.`,
    );
  if (status === 301 || name === "AuthorizationHeaderMalformed")
    return outOfReach(
      `The bucket ${bucket} is of another region than ${region}. Set FILES_S3_REGION to its own (${message}).`,
    );
  if (name === "RequestTimeTooSkewed")
    return outOfReach(`The clock of this machine differs from the one of ${where}: have it set by NTP (${message}).`);
  if (status === 401 || status === 403 || name === "CredentialsProviderError" || name === "ExpiredToken")
    return outOfReach(
      `${where} refuses us the bucket ${bucket} (${name}). See that FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY are right, and that this key may read, write, list and delete in it.`,
    );
  return new FilesOutOfReach(`The storage at ${where} does not answer (${code || name}: ${message})`, { cause: error });
}
