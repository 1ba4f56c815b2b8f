import { createReadableStreamFromReadable, writeReadableStreamToWritable } from "@remix-run/node";
import { compressWhole } from "./compress-whole.server";
import type { Request as ExpressRequest, Response as ExpressResponse } from "express";

/* Between Express, which the server is made of, and the requests and responses of the Fetch API, which Remix takes. */

/** Headers by which proxies name the requested address. The shop takes it from PUBLIC_URL. */
const FORWARDED = /^(forwarded|x-forwarded-(host|proto|port))$/;

/**
 * The same request for Remix and the service, at `origin`, whatever its Host says. The signal aborts when the line drops
 * before the response has ended.
 */
export function toFetchRequest(request: ExpressRequest, response: ExpressResponse, origin: string): Request {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headers))
    if (!FORWARDED.test(name)) for (const value of [values ?? []].flat()) headers.append(name, value);
  // Remix compares these two once more. Where the request comes from was checked in front (csrf.server.ts).
  headers.set("Host", new URL(origin).host);
  if (headers.has("Origin")) headers.set("Origin", origin);
  const init: RequestInit & { duplex?: "half" } = { method: request.method, headers, signal: controller.signal };
  if (request.method !== "GET" && request.method !== "HEAD") {
    init.body = createReadableStreamFromReadable(request);
    init.duplex = "half";
  }
  return new Request(origin + request.originalUrl, init);
}

/** Pages, their data and answers of calls: small, and whole when they are answered. Files and exports are streamed. */
const WHOLE = /^(text\/html|text\/x-script|application\/json)\b/;

/** A file to be saved may be of any length, whatever its type. */
const isFile = (headers: Headers) => /^attachment\b/.test(headers.get("Content-Disposition") ?? "");

/** Lists of limits: that of an address holds beside that of a token. */
const EACH_HOLDS = /^ratelimit(-policy)?$/i;

/**
 * Sends what Remix answered. What a page says itself counts in the place of what is said for all. Nothing is sent
 * where the request was given up meanwhile.
 */
export async function sendFetchResponse(response: ExpressResponse, rendered: Response): Promise<void> {
  if (response.headersSent || response.destroyed) return;
  for (const name of rendered.headers.keys()) if (!EACH_HOLDS.test(name)) response.removeHeader(name);
  response.status(rendered.status);
  if (rendered.statusText) response.statusMessage = rendered.statusText;
  for (const [name, value] of rendered.headers) response.append(name, value);
  if (!rendered.body) response.end();
  else if (WHOLE.test(rendered.headers.get("Content-Type") ?? "") && !isFile(rendered.headers))
    await sendWhole(response, rendered);
  else await writeReadableStreamToWritable(rendered.body, response);
}

async function sendWhole(response: ExpressResponse, rendered: Response): Promise<void> {
  const whole = Buffer.from(await rendered.arrayBuffer());
  const { encoding, body } = response.getHeader("Content-Encoding")
    ? { encoding: "identity", body: whole }
    : await compressWhole(whole, response.req.headers["accept-encoding"]);
  if (response.headersSent || response.destroyed) return;
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.vary("Accept-Encoding");
  response.setHeader("Content-Length", body.length);
  response.end(body);
}
