import { z } from "zod";
import { ConfigError } from "~/platform/config-error";
import { parseUrl } from "~/platform/parse-url";

/** A bucket of an S3-compatible storage, and the keys for it. */
export interface S3Config {
  bucket: string;
  region: string;
  /** Null: Amazon's own endpoint for the region. */
  endpoint: string | null;
  /** Null: the role of the machine gives access, as on Amazon's. */
  keys: { accessKeyId: string; secretAccessKey: string } | null;
}

/** Where files are kept. */
export interface FilesConfig {
  /** Null: in DATA_DIR/files. */
  s3: S3Config | null;
  /**
   * The address at which a CDN serves the bucket's `files/`, without a slash at the end. Null: the shop serves them.
   */
  publicUrl: string | null;
}

const BUCKET = "must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens";

const address = (example: string, protocol: RegExp) =>
  z.string().refine((value) => protocol.test(parseUrl(value)?.protocol ?? ""), {
    error: `must be an address such as ${example}`,
  });

/** The variables for keeping files in a bucket instead of on the disk. */
export const filesEnvironment = {
  FILES_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, BUCKET)
    .optional(),
  FILES_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, "must be the name of a region such as eu-central-1")
    .optional(),
  FILES_S3_ENDPOINT: address("https://s3.example.com", /^https?:$/).optional(),
  FILES_S3_ACCESS_KEY_ID: z.string().min(3, "must be the name of a key").optional(),
  FILES_S3_SECRET_ACCESS_KEY: z.string().min(8, "must be at least 8 characters long").optional(),
  FILES_PUBLIC_URL: address("https://cdn.example.com/files", /^https?:$/).optional(),
};

/** The secret variables, which must never be shown. */
export const FILES_SECRETS = ["FILES_S3_ACCESS_KEY_ID", "FILES_S3_SECRET_ACCESS_KEY"];

type Variables = { [Name in keyof typeof filesEnvironment]?: string | undefined };

/** The storage that the variables describe. Throws a ConfigError that names what is missing. */
export function filesOf(env: Variables): FilesConfig {
  const bucket = env.FILES_S3_BUCKET;
  if (!bucket) {
    const alone = Object.keys(filesEnvironment).find((name) => env[name as keyof Variables]);
    if (alone)
      throw new ConfigError(
        `${alone} is set, but FILES_S3_BUCKET is not: name the bucket that files are kept in, or unset ${alone}.`,
      );
    return { s3: null, publicUrl: null };
  }
  const { FILES_S3_ENDPOINT: endpoint, FILES_S3_REGION: region } = env;
  const [accessKeyId, secretAccessKey] = [env.FILES_S3_ACCESS_KEY_ID, env.FILES_S3_SECRET_ACCESS_KEY];
  if (!endpoint && !region)
    throw new ConfigError(
      "FILES_S3_REGION is not set: Amazon needs the bucket's region, such as eu-central-1; of another storage set FILES_S3_ENDPOINT.",
    );
  if (!accessKeyId !== !secretAccessKey || (endpoint && !accessKeyId))
    throw new ConfigError(
      `${accessKeyId ? "FILES_S3_SECRET_ACCESS_KEY" : "FILES_S3_ACCESS_KEY_ID"} is not set: FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY go together. Only on a machine of Amazon's, whose role may write to the bucket, both may be left out.`,
    );
  return {
    s3: {
      bucket,
      region: region ?? "us-east-1",
      endpoint: endpoint?.replace(/\/+$/, "") ?? null,
      keys: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
    },
    publicUrl: env.FILES_PUBLIC_URL?.replace(/\/+$/, "") ?? null,
  };
}
