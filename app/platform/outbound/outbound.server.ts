import { promises as dns, type LookupAddress } from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { inSpan } from "~/platform/tracing/tracing.server";
import { hostOf, isLocalUrl, isLoopback, isPublicAddress, normalizedUrl, problemOfUrl } from "./public-address.server";

/** The response. `body` is the first bytes of it, as text without control characters. */
export interface OutboundAnswer {
  status: number;
  body: string;
}

export interface OutboundRequest {
  headers: Record<string, string>;
  body: string | Buffer;
}

/** Requests to addresses that strangers have typed. */
export interface Outbound {
  /** Whether requests may go to this machine itself, over http too. */
  allowLocal: boolean;
  /**
   * Posts to an address once, and follows no redirect. Any status is an answer. Everything else throws an
   * OutboundFailure, whose message is a sentence for the owner of the address.
   */
  post(address: string, request: OutboundRequest): Promise<OutboundAnswer>;
}

export class OutboundFailure extends Error {
  override name = "OutboundFailure";
}

/** All addresses of a name. Throws, or returns none, if there is none. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<LookupAddress[]>;

export interface OutboundOptions {
  allowLocal: boolean;
  timeoutMs?: number;
  resolve?: Resolve;
}

const TIMEOUT_MS = 10_000;
const DNS_MS = 3000;
/** The most bytes that are read of an answer; then the connection is closed. */
const MOST_READ = 4096;
const MOST_KEPT = 1000;

export function outbound({ allowLocal, timeoutMs = TIMEOUT_MS, resolve = resolveByDns }: OutboundOptions): Outbound {
  /** The addresses of a host, each of which is checked. One that is not public refuses the whole name. */
  async function publicAddresses(url: URL, signal: AbortSignal): Promise<LookupAddress[]> {
    const host = hostOf(url);
    const local = allowLocal && isLocalUrl(url);
    const family = isIP(host);
    const addresses = family ? [{ address: host, family }] : local ? LOCAL : await resolve(host, signal);
    if (addresses.length === 0) throw new OutboundFailure(NO_NAME);
    if (!addresses.every(({ address }) => (local ? isLoopback(address) : isPublicAddress(address))))
      throw new OutboundFailure("The address leads into a network that is not public.");
    return addresses;
  }

  return {
    allowLocal,
    async post(address, request) {
      const problem = problemOfUrl(address, { allowLocal });
      if (problem) throw new OutboundFailure(problem);
      const url = normalizedUrl(address);
      if (!url) throw new OutboundFailure("That is no address.");
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        return await inSpan("POST webhook", "client", { "http.request.method": "POST" }, async (span) => {
          const answer = await send(url, await publicAddresses(url, signal), request, signal);
          span?.setAttribute("http.response.status_code", answer.status);
          return answer;
        });
      } catch (error) {
        if (error instanceof OutboundFailure) throw error;
        if (signal.aborted) throw new OutboundFailure(`There was no answer within ${timeoutMs / 1000} seconds.`);
        throw new OutboundFailure(sentenceOf(error));
      }
    },
  };
}

const LOCAL: LookupAddress[] = [{ address: "127.0.0.1", family: 4 }];

/**
 * Asks the name servers directly. `dns.lookup` would wait in one of the four threads that also do files and passwords,
 * and a name server that never answers would hold all of them.
 */
const resolveByDns: Resolve = async (host, signal) => {
  const resolver = new dns.Resolver({ timeout: DNS_MS, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel);
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    if (four.status === "rejected" && six.status === "rejected") throw four.reason;
    return [
      ...(four.status === "fulfilled" ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === "fulfilled" ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
  } finally {
    signal.removeEventListener("abort", cancel);
  }
};

/** Binds a connection to these addresses, so that a name that leads elsewhere a moment later changes nothing. */
export function pinnedTo(addresses: LookupAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    if (all) return callback(null, addresses);
    const [first] = addresses;
    return callback(null, first?.address ?? "", first?.family);
  };
}

function send(
  url: URL,
  addresses: LookupAddress[],
  { headers, body }: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).request(url, {
      method: "POST",
      // A separate connection: one that is kept open would be used again without asking where its name leads now.
      agent: false,
      lookup: pinnedTo(addresses),
      rejectUnauthorized: true,
      maxHeaderSize: 16_384,
      signal,
      headers: { ...headers, "Content-Length": Buffer.byteLength(body), Connection: "close" },
    });
    let broken = reject;
    request.on("error", (error) => broken(error));
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      // The status is the answer. The body is only shown, and may break off.
      const end = () => {
        resolve({ status: response.statusCode ?? 0, body: printable(Buffer.concat(chunks)) });
        request.destroy();
      };
      // From here on the time limit ends the answer, not the request.
      broken = end;
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk.subarray(0, MOST_READ - bytes));
        bytes += chunk.length;
        if (bytes >= MOST_READ) end();
      });
      for (const event of ["end", "error", "close"]) response.on(event, end);
    });
    // We did not ask for another protocol, but the status is an answer all the same.
    request.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, body: "" });
    });
    request.on("close", () => broken(new OutboundFailure("The connection was closed before there was an answer.")));
    request.end(body);
  });
}

function printable(bytes: Buffer): string {
  return bytes
    .toString("utf8")
    .replace(/[\s\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu, " ")
    .slice(0, MOST_KEPT)
    .trim();
}

const NO_NAME = "The name of the address leads nowhere.";
const SENTENCES: Record<string, string> = {
  ENOTFOUND: NO_NAME,
  ENODATA: NO_NAME,
  ETIMEOUT: "The name servers of the address do not answer.",
  ECANCELLED: "The name servers of the address do not answer.",
  ECONNREFUSED: "Nobody takes connections there.",
  ECONNRESET: "The connection was closed before there was an answer.",
};

/** Describes an error by its code only, because a message of Node's may name internal addresses. */
function sentenceOf(error: unknown): string {
  const code = (error as { code?: string } | null)?.code ?? "";
  if (SENTENCES[code]) return SENTENCES[code];
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) return `The certificate there is not valid (${code}).`;
  return `The connection failed${/^[A-Z_]{3,40}$/.test(code) ? ` (${code})` : ""}.`;
}
