import { createServer, request as ask, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cardTag, productTag, stallTag } from "~/features/cache-tags";
import { Changes } from "~/platform/database/dialects/changes";
import { cachedAnswers, isVisitor } from "./cached-answers.server";
import { pageCache } from "./page-cache.server";

const TEXT = "Fresh from the people who grew it. ".repeat(50);
const ID = "0123456789abcdef01234567";
const changes = new Changes();
const cache = pageCache(() => changes);
const send = cachedAnswers([["X-Frame-Options", "DENY"]]);
let server: Server;

beforeAll(async () => {
  const headers = {
    "Cache-Control": "public, max-age=0, must-revalidate",
    "Content-Type": "text/html",
    Vary: "Cookie",
  };
  await cache.page("/about?cookies=asked", async () => new Response(TEXT, { headers }));
  await cache.page("/products?page=2", async () => new Response(TEXT, { headers }));
  server = createServer((request, response) => {
    const page = isVisitor(request) ? cache.find(request.url ?? "") : undefined;
    if (page) send(request, response, page, true, ID);
    else response.writeHead(418).end("made anew");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
});

afterAll(() => server.close());

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    ask({ port, host: "127.0.0.1", path, headers, method }, (answer) => {
      buffer(answer).then((body) => resolve({ status: answer.statusCode, headers: answer.headers, body }), reject);
    })
      .on("error", reject)
      .end();
  });
}

test("a visitor gets the cached page in the encoding that the browser takes, with the headers of every answer", async () => {
  const [brotli, zipped, plain] = [
    await get("/products?page=2", { "Accept-Encoding": "gzip, deflate, br, zstd" }),
    await get("/products?page=2", { "Accept-Encoding": "gzip" }),
    await get("/products?page=2", { "Accept-Encoding": "br;q=0" }),
  ];
  expect([
    brotliDecompressSync(brotli.body).toString(),
    gunzipSync(zipped.body).toString(),
    plain.body.toString(),
  ]).toEqual([TEXT, TEXT, TEXT]);
  expect(brotli.headers).toMatchObject({
    "content-encoding": "br",
    "content-length": String(brotli.body.length),
    "content-type": "text/html",
    vary: "Cookie, Accept-Encoding",
    "x-frame-options": "DENY",
    "x-request-id": ID,
  });
  expect(plain.headers["content-encoding"]).toBeUndefined();
});

test("whatever else a link carries leads to the same page", async () => {
  expect((await get("/products?utm_source=letter&page=2")).status).toBe(200);
  expect((await get("/products?page=3")).status).toBe(418);
});

test("an address that asks for more than any of ours is not looked up, though its page is cached", async () => {
  expect((await get(`/products?page=2${"&a".repeat(200)}`)).status).toBe(200);
  expect((await get(`/products?page=2${"&a".repeat(256)}`)).status).toBe(418);
  expect((await get(`/products?page=2&a=${"a".repeat(8192)}`)).status).toBe(418);
});

test("a browser that has the page already is told so, in a few bytes, for its own encoding alone", async () => {
  const { headers } = await get("/products?page=2", { "Accept-Encoding": "br" });
  const revalidated = await get("/products?page=2", {
    "Accept-Encoding": "br",
    "If-None-Match": `"x", ${headers.etag}`,
  });
  expect([revalidated.status, revalidated.body.length, revalidated.headers.etag]).toEqual([304, 0, headers.etag]);
  expect((await get("/products?page=2", { "If-None-Match": String(headers.etag) })).status).toBe(200);
});

test("whoever says who they are, or sends something along, is not answered from the cache", async () => {
  const requests: [Record<string, string>, string?][] = [
    [{ Cookie: "authToken=hers" }],
    [{ Cookie: "browser=a; cartItems=b" }],
    [{ Cookie: "sheets=a; authToken=hers" }],
    [{ Cookie: "authToken=hers; sheets=a" }],
    [{ Authorization: "hers" }],
    [{ "Content-Length": "1", Connection: "close" }],
    [{}, "POST"],
    [{}, "HEAD"],
  ];
  for (const [headers, method] of requests)
    expect.soft((await get("/products?page=2", headers, method)).status, JSON.stringify(headers)).toBe(418);
  for (const cookie of ["browser=a", "sheets=b", "__Host-sheets=b; __Host-browser=a"])
    expect.soft((await get("/products?page=2", { Cookie: cookie })).status, cookie).toBe(200);
});

test("that no cookies are kept is told to who sends none alone", async () => {
  expect((await get("/about?cookies=asked")).status).toBe(200);
  expect((await get("/about?cookies=asked", { Cookie: "browser=a; sheets=b" })).status).toBe(418);
});

test("what has changed is not answered from the cache", async () => {
  expect((await get("/products?page=2")).status).toBe(200);
  changes.announce();
  expect((await get("/products?page=2")).status).toBe(418);
});

describe("behind a CDN", () => {
  /** The headers of a page with these tags that was rendered this many seconds ago. */
  function headersOf(tags: string[], { isTrue = true, seconds = 0, behindCdn = true } = {}): Headers {
    const body = Buffer.from("page");
    const head: string[] = [];
    const response = {
      writeHead(_: number, lines: string[]) {
        head.push(...lines);
        return this;
      },
      end: () => undefined,
    };
    const page = {
      moment: 0,
      tags,
      renderedAt: performance.now() - seconds * 1000,
      headers: [
        ["cache-control", "public, max-age=0, must-revalidate"],
        ["vary", "Cookie"],
      ] as [string, string][],
      bodies: { br: body, gzip: body, identity: body },
    };
    cachedAnswers([], behindCdn)({ headers: {} } as IncomingMessage, response as never, page, isTrue, ID);
    return new Headers(Array.from({ length: head.length / 2 }, (_, n) => [head[2 * n]!, head[2 * n + 1]!]));
  }

  test("a page says for how long it may be kept, how old it is already, and by which tags it is to be dropped", () => {
    const headers = headersOf(["card-pears", "lists"], { seconds: 40 });
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "public, max-age=0, s-maxage=60, must-revalidate",
      "cdn-cache-control": "max-age=60, stale-while-revalidate=10, stale-if-error=3600",
      "surrogate-control": "max-age=60, stale-while-revalidate=10, stale-if-error=3600",
      "surrogate-key": "all card-pears lists",
      "cache-tag": "all,card-pears,lists",
      age: "40",
      vary: "Cookie, Accept-Encoding",
    });
  });

  test("a page that has become untrue meanwhile is for nobody but who waits for it", () => {
    const headers = headersOf(["card-pears"], { isTrue: false });
    expect([headers.get("CDN-Cache-Control"), headers.get("Surrogate-Control")]).toEqual(["no-store", "no-store"]);
    expect(headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
    expect([headers.has("Surrogate-Key"), headers.has("Age")]).toEqual([false, false]);
  });

  test("a long list names all lists in the place of each of its products and stalls", () => {
    const ids = Array.from({ length: 200 }, (_, n) => n.toString(16).padStart(24, "0"));
    const tags = headersOf(["range-all", ...ids.flatMap((id) => [cardTag(id), stallTag(id)]), productTag("1")]);
    expect(tags.get("Surrogate-Key")).toBe("all range-all product-1 lists");
  });

  test("without one none of it is said, and no browser keeps a page", () => {
    const headers = headersOf(["card-pears"], { behindCdn: false });
    expect(headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
    for (const name of ["CDN-Cache-Control", "Surrogate-Control", "Surrogate-Key", "Cache-Tag", "Age"])
      expect([name, headers.has(name)]).toEqual([name, false]);
  });
});
