import type { NextFunction, Request, Response } from "express";
import type { Config } from "~/platform/config.server";
import type { Step } from "./context.server";
import { isSignatureOf, signatureOf } from "~/platform/signature.server";

/*
 * A probe is a request of `npm run doctor` through the public address. The shop answers with what reached it, so that
 * the doctor can say what a proxy changes. Only programs with APP_SECRET can sign a probe.
 */

export const PROBE_PATH = "/healthz";
const SIGNATURE = "x-doctor-signature";
const VALID_MS = 60_000;
const MEGABYTE = 1024 * 1024;
/** The most that is read of a probe, in bytes. A longer one is answered unread: its headers have come through. */
export const PROBE_BYTES = 12 * MEGABYTE;

type Secrets = Pick<Config, "secret" | "previousSecret">;

/** The parts of a probe that reached the shop. */
export interface ProbeAnswer {
  host: string | null;
  /** Addresses in `X-Forwarded-For`, as the proxies wrote them. */
  forwardedFor: string[];
  /** The key by which limits count the sender. */
  client: string | null;
  /** The port that the connection came from. Behind a proxy it is not the doctor's. */
  peerPort: number | null;
  /** Bytes of the body that arrived. */
  bytes: number;
}

const signedText = (until: number) => `probe of the doctor ${until}`;

/** Headers of a probe that is valid for a minute from `now`, in milliseconds. */
export function probeHeaders(secrets: Secrets, now: number): Record<string, string> {
  const until = now + VALID_MS;
  return { [SIGNATURE]: `${until}.${signatureOf(secrets, signedText(until))}` };
}

/** Whether a request is a probe that was signed with our secret within the last minute. */
function isProbe(secrets: Secrets, { method, path, headers }: Request): boolean {
  const header = headers[SIGNATURE];
  if (method !== "POST" || path !== PROBE_PATH || typeof header !== "string") return false;
  const [until = "", signature = ""] = header.split(".", 2);
  return Number(until) > Date.now() && isSignatureOf(secrets, signedText(Number(until)), signature);
}

/** Answers a probe of the doctor. */
export const probe: Step = ({ config }) => answerProbe(config);

/** Answers probes with what reached the shop. A request without a valid signature goes on to the next step. */
export function answerProbe(secrets: Secrets) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!isProbe(secrets, request)) return next();
    const answer = (bytes: number) =>
      response.set("Cache-Control", "no-store").json({
        host: request.headers.host ?? null,
        forwardedFor: listOf(request.headers["x-forwarded-for"]),
        client: request.ip ?? null,
        peerPort: request.socket.remotePort ?? null,
        bytes,
      } satisfies ProbeAnswer);
    if (Number(request.headers["content-length"] ?? 0) > PROBE_BYTES) return void answer(0);
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > PROBE_BYTES) request.destroy();
    });
    request.on("end", () => answer(bytes));
    request.on("error", next);
  };
}

function listOf(header: string | string[] | undefined): string[] {
  return String(header ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
