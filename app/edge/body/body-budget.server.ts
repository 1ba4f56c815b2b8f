import type { Socket } from "node:net";
import type { NextFunction, Request, Response } from "express";
import { isSafe } from "~/edge/csrf/cross-site.server";
import { refuse } from "~/edge/bounds.server";

const MEGABYTE = 1024 * 1024;
const SMALL = 16 * 1024;

export interface BodyBudget {
  /** The most that a post to a path may have; `streamed`: it goes to the disk as it comes. */
  limitOf(path: string, contentType: string): { bytes: number; streamed: boolean };
  /** The key by which the client is counted. Null: it is not counted. */
  clientOf(request: Request): string | null;
  /** Bytes that bodies of one client may announce together, where they are held in memory. */
  perClientBytes: number;
  /** Bytes of such bodies that may have come in together, of all clients. Small forms always pass. */
  inAllBytes: number;
  /** Bodies of one client that go to the disk at the same time, and bytes that they may announce together. */
  perClientStreams: number;
  perClientStreamBytes: number;
  /** Bytes that such bodies of all clients may announce together: so much room a temporary folder needs. */
  inAllStreamBytes: number;
  /** Seconds that a body may take before its rate counts. */
  graceSeconds: number;
  /** The least average rate of a body. */
  bytesPerSecond: number;
  /** Seconds without a byte after which nobody waits for the rest, however fast it began. */
  silentSeconds: number;
}

/** For phones on bad lines: a form of 16 KB may take a minute, and an upload an hour. */
export const BODY_BUDGET = {
  perClientBytes: 32 * MEGABYTE,
  /** Where there is room. */
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
 * Refuses bodies that are too large for their address (413), of unknown length where a browser always says it (411),
 * or more than fit beside those that are under way (429 for one client's, 503 for everybody's); drops those that
 * hardly come (408). Nothing of a body is read before.
 */
export function bodyBudget(budget: BodyBudget) {
  const underWay = new Set<Body>();
  /** Bytes that a connection had brought when its last body was answered. */
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
    // Forms of browsers always say how long they are; the service's calls count what comes.
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
    // The start of a body comes in together with the headers, so what has come is counted from the request before.
    const before = answeredCounts.get(socket) ?? 0;
    const received = () => socket.bytesRead - before;
    const body = { client, bytes, streamed: limit.streamed, received };
    underWay.add(body);
    let lastCheck = { at: began, bytes: 0 };
    const watch = setInterval(() => {
      const now = performance.now();
      // Where we read no further ourselves, as while a picture waits for its turn, silence is not the sender's.
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
