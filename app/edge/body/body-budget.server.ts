import type { Socket } from "node:net";
import type { NextFunction, Request, Response } from "express";
import { isSafe } from "~/edge/csrf/cross-site.server";
import { refuse } from "~/edge/bounds.server";

const MEGABYTE = 1024 * 1024;
const SMALL = 16 * 1024;

export interface BodyBudget {
  /** The largest body of a post to a path. `streamed`: it is written to the disk as it arrives. */
  limitOf(path: string, contentType: string): { bytes: number; streamed: boolean };
  /** The key by which the client is counted. Null: it is not counted. */
  clientOf(request: Request): string | null;
  /** Limit on the bytes that one client's bodies may announce together, where they are held in memory. */
  perClientBytes: number;
  /** Limit on the bytes received of all bodies that are held in memory. Small forms always pass. */
  inAllBytes: number;
  /** Limits on one client's bodies on their way to the disk: their number, and their announced bytes together. */
  perClientStreams: number;
  perClientStreamBytes: number;
  /** Limit on the bytes that all such bodies may announce together. A temporary folder needs this much room. */
  inAllStreamBytes: number;
  /** Seconds before the rate of a body is checked. */
  graceSeconds: number;
  /** The lowest average rate that a body may have. */
  bytesPerSecond: number;
  /** Seconds without a byte after which a body is dropped, however fast it began. */
  silentSeconds: number;
}

/** For phones on bad lines: a form of 16 KB may take 85 seconds. `SERVER_OPTIONS` ends an upload after half an hour. */
export const BODY_BUDGET = {
  perClientBytes: 32 * MEGABYTE,
  /** With enough memory; `shareOf` gives a smaller machine less. */
  inAllBytes: 128 * MEGABYTE,
  perClientStreams: 16,
  perClientStreamBytes: 1024 * MEGABYTE,
  inAllStreamBytes: 4096 * MEGABYTE,
  graceSeconds: 30,
  bytesPerSecond: 300,
  silentSeconds: 60,
};

interface Body {
  client: string | null;
  bytes: number;
  streamed: boolean;
  received(): number;
}

/**
 * Refuses a body that is too large for its path (413), that is chunked although browsers always announce the length
 * (411), or that does not fit beside those in progress (429 for one client's, 503 for everybody's). It does so before
 * reading any of the body. Drops a body that arrives too slowly (408).
 */
export function bodyBudget(budget: BodyBudget) {
  const underWay = new Set<Body>();
  /** Bytes that a connection had received when its last body was answered. */
  const answeredCounts = new WeakMap<Socket, number>();
  const ofClient = (client: string | null, streamed: boolean) =>
    client === null ? [] : [...underWay].filter((body) => body.client === client && body.streamed === streamed);
  const bytesHeld = () => sum([...underWay].filter((body) => !body.streamed).map((body) => body.received()));
  const bytesStreamed = () => sum([...underWay].filter((body) => body.streamed).map((body) => body.bytes));

  return (request: Request, response: Response, next: NextFunction): void => {
    const { headers, socket } = request;
    const chunked = headers["transfer-encoding"] !== undefined;
    if (isSafe(request) || (!chunked && Number(headers["content-length"] ?? 0) === 0)) return next();
    const limit = budget.limitOf(request.path, headers["content-type"] ?? "");
    // Browsers always announce a form's length. API calls count the bytes that arrive.
    if (chunked && !request.path.startsWith("/api/"))
      return refuse(response, 411, "unreadable", "Say how long the body is.");
    const bytes = chunked ? limit.bytes : Number(headers["content-length"]);
    if (bytes > limit.bytes) return refuse(response, 413, "too_large", "The form is too large.");

    const client = budget.clientOf(request);
    const otherBodies = ofClient(client, limit.streamed);
    const totalBytes = sum(otherBodies.map((body) => body.bytes)) + bytes;
    const tooMany = limit.streamed
      ? otherBodies.length >= budget.perClientStreams || totalBytes > budget.perClientStreamBytes
      : totalBytes > budget.perClientBytes;
    const tooMuchForAll = limit.streamed
      ? bytesStreamed() + bytes > budget.inAllStreamBytes
      : bytes > SMALL && bytesHeld() > budget.inAllBytes;
    response.set("Retry-After", "10");
    if (client !== null && tooMany)
      return refuse(
        response,
        429,
        "too_many_tries",
        "Too much is on its way from your address at once. Please try again in a moment.",
      );
    if (tooMuchForAll)
      return refuse(
        response,
        503,
        "unavailable",
        "Too much is on its way to us at once. Please try again in a moment.",
      );
    response.removeHeader("Retry-After");

    const began = performance.now();
    // A body's first bytes arrive together with its headers, so bytes are counted from the end of the request before.
    const before = answeredCounts.get(socket) ?? 0;
    const received = () => socket.bytesRead - before;
    const body = { client, bytes, streamed: limit.streamed, received };
    underWay.add(body);
    let lastCheck = { at: began, bytes: 0 };
    const watch = setInterval(() => {
      const now = performance.now();
      // We may stop reading ourselves, as while a picture waits for its turn. The sender is not silent then.
      const isOurs = request.readableLength >= request.readableHighWaterMark;
      if (isOurs || received() > lastCheck.bytes) lastCheck = { at: now, bytes: received() };
      const overtimeSeconds = (now - began) / 1000 - budget.graceSeconds;
      const isSlow = overtimeSeconds > 0 && received() < overtimeSeconds * budget.bytesPerSecond;
      const isSilent = (now - lastCheck.at) / 1000 > budget.silentSeconds;
      if (request.complete || !(isSlow || isSilent)) return;
      response.once("finish", () => socket.destroy());
      if (response.headersSent) socket.destroy();
      else refuse(response, 408, "unreadable", "The form came too slowly. Please try again.");
    }, 1000).unref();
    response.once("close", () => {
      clearInterval(watch);
      underWay.delete(body);
      answeredCounts.set(socket, socket.bytesRead);
    });
    next();
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
