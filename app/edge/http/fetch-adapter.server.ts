import { createReadableStreamFromReadable, writeReadableStreamToWritable } from "@remix-run/node";
import { compressWhole } from "./compress-whole.server";
import type { Request as ExpressRequest, Response as ExpressResponse } from "express";

/* Converts between Express, which the server uses, and the Fetch API's requests and responses, which Remix uses. */

/** Headers by which proxies name the requested address. The shop takes it from PUBLIC_URL. */
const FORWARDED = /^(forwarded|x-forwarded-(host|proto|port))$/;

/**
 * Converts a request for Remix and the API. It is at `origin`, whatever its Host says. The signal aborts when the
 * connection drops before the response has ended.
 */
export function toFetchRequest(request: ExpressRequest, response: ExpressResponse, origin: string): Request {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headers))
    if (!FORWARDED.test(name)) for (const value of [values ?? []].flat()) headers.append(name, value);
  // Remix compares these two again. The step csrf.server.ts has already checked where the request comes from.
  headers.set("Host", new URL(origin).host);
  if (headers.has("Origin")) headers.set("Origin", origin);
  const init: RequestInit & { duplex?: "half" } = { method: request.method, headers, signal: controller.signal };
  if (request.method !== "GET" && request.method !== "HEAD") {
    init.body = createReadableStreamFromReadable(request);
    init.duplex = "half";
  }
  return new Request(origin + request.originalUrl, init);
}

/** Pages, their data and API responses: small, and complete when they are answered. Files and exports are streamed. */
const WHOLE = /^(text\/html|text\/x-script|application\/json)\b/;

/** A file to be saved may be of any length, whatever its type. */
const isFile = (headers: Headers) => /^attachment\b/.test(headers.get("Content-Disposition") ?? "");

/** Lists of limits: the limit of an address and that of a token both apply. */
const EACH_HOLDS = /^ratelimit(-policy)?$/i;

/**
 * Sends the response of Remix. Its headers replace those that are set for all responses. Sends nothing if the request
 * has been aborted.
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
