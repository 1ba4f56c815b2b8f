import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { S3Config } from "~/platform/files/s3-config.server";
import { answerBucket, answerObject, S3Failure, type Asked, type Kept } from "./objects";
import { answerMultipart } from "./multipart";
import { xml } from "./xml";

/*
 * A bucket that speaks as much of S3's protocol as our files need, and can be made to fail. It enforces the rules of
 * real buckets (our key, MD5 sums, parts of at least five megabytes) but does not check signatures. A real storage
 * checks those, in `npm run object-storage`.
 */

export interface FakeS3 {
  config: S3Config;
  kept: Kept;
  /** Every request so far, as "METHOD /path". */
  requests: string[];
  /** The planned failure: the server is away, it never answers, or every response is this failure. */
  trouble: "away" | "mute" | keyof typeof FAILURES | null;
  close(): Promise<void>;
}

/** Error codes by HTTP status, as Amazon's storage names them. */
const FAILURES = {
  301: "PermanentRedirect",
  400: "ExpiredToken",
  403: "AccessDenied",
  500: "InternalError",
  503: "SlowDown",
};

const KEY = "a-key-of-the-tests";

/** Starts a fake with an empty bucket. */
export async function startFakeS3(): Promise<FakeS3> {
  const memory: Kept = { bucket: "shop", objects: new Map(), uploads: new Map() };
  const server = createServer((request, response) => void answer(fake, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const fake: FakeS3 = {
    config: {
      bucket: memory.bucket,
      region: "us-east-1",
      endpoint: `http://127.0.0.1:${port}`,
      keys: { accessKeyId: KEY, secretAccessKey: "only the tests know it" },
    },
    kept: memory,
    requests: [],
    trouble: null,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return fake;
}

async function answer(fake: FakeS3, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://bucket");
  fake.requests.push(`${request.method} ${pathname}`);
  if (fake.trouble === "away") return void request.socket.destroy();
  if (fake.trouble === "mute") return;
  try {
    const body = await buffer(request);
    if (fake.trouble !== null) throw new S3Failure(fake.trouble, FAILURES[fake.trouble]);
    if (!request.headers.authorization?.includes(`Credential=${KEY}/`)) throw new S3Failure(403, "InvalidAccessKeyId");
    const [, bucket = "", ...key] = pathname.split("/");
    if (bucket !== fake.kept.bucket) throw new S3Failure(404, "NoSuchBucket");
    const s3Request: Asked = {
      method: request.method ?? "GET",
      key: decodeURIComponent(key.join("/")),
      query: searchParams,
      headers: request.headers,
      body,
    };
    const s3Answer =
      answerMultipart(fake.kept, s3Request) ?? (s3Request.key ? answerObject : answerBucket)(fake.kept, s3Request);
    response
      .writeHead(s3Answer.status ?? 200, s3Answer.headers)
      .end(request.method === "HEAD" ? undefined : s3Answer.body);
  } catch (error) {
    if (!(error instanceof S3Failure)) return void request.socket.destroy(error as Error);
    response
      .writeHead(error.status, { "Content-Type": "application/xml" })
      .end(request.method === "HEAD" ? undefined : xml("Error", { Code: error.code, Message: error.code }));
  }
}
