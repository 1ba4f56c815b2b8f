import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { xml } from "./xml";

export interface KeptObject {
  bytes: Buffer;
  headers: Record<string, string>;
  at: Date;
}

export interface Kept {
  bucket: string;
  objects: Map<string, KeptObject>;
  /** Multipart uploads under way, by their id. */
  uploads: Map<string, { key: string; headers: Record<string, string>; parts: Map<number, Buffer> }>;
}

export interface Asked {
  method: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Told {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A refusal with S3's own error code. */
export class S3Failure extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

/** Real storages list at most a thousand objects at once. With three, tests also need a second request. */
const LISTED_AT_ONCE = 3;

export const etagOf = (bytes: Buffer): string => `"${createHash("md5").update(bytes).digest("hex")}"`;

/** Headers that are stored with an object and returned with it. */
export function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.startsWith("x-amz-meta-") || name === "content-type" || name === "cache-control")
      .map(([name, value]) => [name, String(value)]),
  );
}

/** Answers with one page of the list of the bucket's objects. */
export function answerBucket({ objects }: Kept, { method, query }: Asked): Told {
  if (method !== "GET" || query.get("list-type") !== "2") throw new S3Failure(501, "NotImplemented");
  const after = query.get("continuation-token") ?? "";
  const matchingObjects = [...objects]
    .filter(([key]) => key.startsWith(query.get("prefix") ?? "") && key > after)
    .toSorted(([first], [second]) => (first < second ? -1 : 1));
  const page = matchingObjects.slice(0, LISTED_AT_ONCE);
  const isTruncated = matchingObjects.length > page.length;
  return {
    body: xml("ListBucketResult", {
      KeyCount: page.length,
      IsTruncated: isTruncated,
      ...(isTruncated && { NextContinuationToken: page.at(-1)?.[0] ?? "" }),
      Contents: page.map(([Key, { bytes, at }]) => ({ Key, Size: bytes.length, LastModified: at.toISOString() })),
    }),
  };
}

/** Puts, copies, reads or removes one object. */
export function answerObject({ bucket, objects }: Kept, { method, key, headers, body }: Asked): Told {
  if (method === "DELETE") {
    objects.delete(key);
    return { status: 204 };
  }
  if (method === "PUT") {
    const source = headers["x-amz-copy-source"];
    if (source !== undefined) {
      const original = objects.get(decodeURIComponent(String(source)).replace(`${bucket}/`, ""));
      if (!original) throw new S3Failure(404, "NoSuchKey");
      objects.set(key, { ...original, at: new Date() });
      return { body: xml("CopyObjectResult", { ETag: etagOf(original.bytes) }) };
    }
    const sum = headers["content-md5"];
    if (sum !== undefined && sum !== createHash("md5").update(body).digest("base64"))
      throw new S3Failure(400, "BadDigest");
    objects.set(key, { bytes: body, headers: keptHeaders(headers), at: new Date() });
    return { headers: { ETag: etagOf(body) } };
  }
  const object = objects.get(key);
  if (!object) throw new S3Failure(404, "NoSuchKey");
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
  const part = first === undefined ? object.bytes : object.bytes.subarray(Number(first), Number(last) + 1);
  return {
    status: first === undefined ? 200 : 206,
    headers: {
      ...object.headers,
      "Content-Length": String(part.length),
      "Last-Modified": object.at.toUTCString(),
      ETag: etagOf(object.bytes),
      ...(first !== undefined && { "Content-Range": `bytes ${first}-${last}/${object.bytes.length}` }),
    },
    body: part,
  };
}
