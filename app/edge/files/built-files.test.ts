import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as ask, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtFiles, textsInMemory } from "./built-files.server";
import { cachedAnswers, readsOnly } from "~/edge/cache/cached-answers.server";

const SCRIPT = "export const all = 1;".repeat(40);
const folder = mkdtempSync(path.join(tmpdir(), "built-"));
let server: Server;

beforeAll(async () => {
  mkdirSync(path.join(folder, "assets"));
  const put = (name: string, text: string | Buffer) => writeFileSync(path.join(folder, name), text);
  for (const name of ["assets/ui-1.js", "sw.js"]) {
    put(name, SCRIPT);
    put(`${name}.br`, brotliCompressSync(SCRIPT));
    put(`${name}.gz`, gzipSync(SCRIPT));
  }
  put("assets/small-1.js", "1");
  put("icon.svg", "<svg/>");
  const textOf = textsInMemory(folder, builtFiles(folder));
  const send = cachedAnswers([["X-Frame-Options", "DENY"]], true);
  server = createServer((request, response) => {
    const text = readsOnly(request) ? textOf(request.url ?? "") : null;
    if (text) send(request, response, text, true, "0123");
    else response.writeHead(418).end("from the disk");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

function get(address: string, headers: Record<string, string> = {}, method = "GET") {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status?: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    ask({ port, host: "127.0.0.1", path: address, headers, method }, (answer) => {
      buffer(answer).then(
        (body) => resolve({ status: answer.statusCode!, headers: answer.headers, body }),
        (error: Error) => reject(error),
      );
    })
      .on("error", reject)
      .end();
  });
}

test("a script comes in the encoding that the browser takes, and need not be asked for again", async () => {
  const [brotli, zipped, plain] = [
    await get("/assets/ui-1.js", { "Accept-Encoding": "gzip, br" }),
    await get("/assets/ui-1.js", { "Accept-Encoding": "gzip" }),
    await get("/assets/ui-1.js"),
  ];
  expect([
    brotliDecompressSync(brotli.body).toString(),
    gunzipSync(zipped.body).toString(),
    plain.body.toString(),
  ]).toEqual([SCRIPT, SCRIPT, SCRIPT]);
  expect(brotli.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "br",
    "content-type": "text/javascript; charset=utf-8",
    "x-frame-options": "DENY",
    vary: "Accept-Encoding",
  });
  const revalidated = await get("/assets/ui-1.js", { "Accept-Encoding": "br", "If-None-Match": brotli.headers.etag! });
  expect([revalidated.status, revalidated.body.length]).toEqual([304, 0]);
});

test("behind a CDN a script says of itself what it says without one", async () => {
  const { headers } = await get("/assets/ui-1.js");
  expect(Object.keys(headers).filter((name) => /^(age|surrogate|cache-tag|xkey)/.test(name))).toEqual([]);
});

test("the worker, whose name stays, is asked for anew each time", async () => {
  expect((await get("/sw.js")).headers["cache-control"]).toBe("no-cache");
});

test.each([
  "/assets/ui-2.js",
  "/assets/ui-1.js.br",
  "/assets/small-1.js",
  "/assets/../sw.js",
  "/assets/ui-1.js?again",
  "/icon.svg",
  "/",
])("%s is left to whom it belongs to", async (address) => {
  expect((await get(address)).status).toBe(418);
});

test("a question with a body is not answered before it is read", async () => {
  expect((await get("/assets/ui-1.js", { "Content-Length": "0" })).status).toBe(418);
  expect((await get("/assets/ui-1.js", {}, "POST")).status).toBe(418);
});
