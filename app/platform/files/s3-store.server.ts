import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { checkedKey } from "./file-key";
import type { FileStore } from "./file-store.server";
import { isMissing, lazyClient } from "./s3-client.server";
import type { S3Config } from "./s3-config.server";
import { spooled } from "./spool.server";

/** Our keys in a bucket begin with this; a CDN needs to serve nothing else. */
const FOLDER = "files/";
/** The name of an object that is written to test that writing works. */
const PROBE = "probe";
/** Anybody may ask whether we are ready, but we ask the storage no more often than this. */
const CHECK_AGAIN_MS = 10_000;
const AT_ONCE = 8;
/** The content of a key never changes. */
const KEPT = "public, max-age=31536000, immutable";
/** Types that browsers call by another name, for those that read from a CDN. */
const PLAYED: Record<string, string> = { "video/x-m4v": "video/mp4" };

/** Files in a bucket of an S3-compatible storage. */
export function s3Store(config: S3Config): FileStore {
  const { bucket } = config;
  const { get, close } = lazyClient(config);
  let lastCheck: { at: number; result: Promise<void> } | null = null;

  async function ask<T>(
    request: (sdk: typeof import("@aws-sdk/client-s3"), client: S3Client) => Promise<T>,
  ): Promise<T> {
    const { sdk, client } = await get();
    return request(sdk, client);
  }

  const objectOf = (key: string) => ({ Bucket: bucket, Key: FOLDER + checkedKey(key) });
  const orNull = (error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  };

  async function* below(prefix: string): AsyncIterable<{ key: string; size: number }> {
    let after: string | undefined;
    do {
      const page = await ask((sdk, client) =>
        client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: after })),
      );
      for (const { Key = "", Size = 0 } of page.Contents ?? []) yield { key: Key.slice(FOLDER.length), size: Size };
      after = page.NextContinuationToken;
    } while (after);
  }

  /** Runs `work` for each file of a folder, a few at a time. */
  async function eachOf(folder: string, work: (key: string) => Promise<unknown>): Promise<void> {
    const keys: string[] = [];
    for await (const { key } of below(`${FOLDER}${checkedKey(folder)}/`)) keys.push(key);
    while (keys.length > 0) await Promise.all(keys.splice(0, AT_ONCE).map(work));
  }

  const removed = (key: string) => ask((sdk, client) => client.send(new sdk.DeleteObjectCommand(objectOf(key))));

  async function sizeOf(key: string): Promise<number | null> {
    const object = objectOf(key);
    const head = await ask((sdk, client) => client.send(new sdk.HeadObjectCommand(object))).catch(orNull);
    return head && (head.ContentLength ?? 0);
  }

  return {
    place: `the bucket ${bucket} at ${config.endpoint ?? `Amazon's storage in ${config.region}`}`,
    elsewhere: true,
    async put(key, bytes) {
      const { fileTypeFromBuffer } = await import("file-type");
      const type = await fileTypeFromBuffer(bytes);
      const about = {
        ...objectOf(key),
        CacheControl: KEPT,
        ContentType: typeOf(type),
        // With it the storage refuses data that was damaged on the way.
        ContentMD5: createHash("md5").update(bytes).digest("base64"),
      };
      await ask((sdk, client) => client.send(new sdk.PutObjectCommand({ ...about, Body: bytes })));
    },
    async putStream(key, chunks) {
      const object = objectOf(key);
      // The length must be known before the first byte is sent.
      const { fileTypeFromFile } = await import("file-type");
      await spooled(chunks, Infinity, async ({ file, bytes }) => {
        const about = { CacheControl: KEPT, ContentType: typeOf(await fileTypeFromFile(file)), ContentLength: bytes };
        await ask((sdk, client) =>
          client.send(new sdk.PutObjectCommand({ ...object, ...about, Body: createReadStream(file) })),
        );
      });
    },
    async move(from, to) {
      await eachOf(from, async (key) => {
        const target = checkedKey(to) + key.slice(from.length);
        if ((await sizeOf(target)) === null)
          await ask((sdk, client) =>
            client.send(new sdk.CopyObjectCommand({ ...objectOf(target), CopySource: `${bucket}/${FOLDER}${key}` })),
          );
        await removed(key);
      });
    },
    async open(key, part) {
      const object = { ...objectOf(key), ...(part && { Range: `bytes=${part.start}-${part.end}` }) };
      const storedObject = await ask((sdk, client) => client.send(new sdk.GetObjectCommand(object))).catch(orNull);
      if (!storedObject) return null;
      const whole = Number(storedObject.ContentRange?.split("/")[1] ?? storedObject.ContentLength);
      return { size: whole, stream: Readable.toWeb(storedObject.Body as Readable) as ReadableStream<Uint8Array> };
    },
    sizeOf,
    async remove(key) {
      if (key.includes("/")) await removed(key);
      else await eachOf(key, removed);
    },
    list: () => below(FOLDER),
    check() {
      if (!lastCheck || performance.now() - lastCheck.at > CHECK_AGAIN_MS)
        lastCheck = {
          at: performance.now(),
          result: ask((sdk, client) =>
            client.send(new sdk.PutObjectCommand({ Bucket: bucket, Key: PROBE, Body: new Uint8Array(1) })),
          ).then(() => undefined),
        };
      return lastCheck.result;
    },
    close,
  };
}

const typeOf = (type: { mime: string } | undefined): string =>
  type ? (PLAYED[type.mime] ?? type.mime) : "application/octet-stream";
