import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { Readable } from "node:stream";
import type { Config } from "~/platform/config.server";
import { PROBE_BYTES, PROBE_PATH, probeHeaders, type ProbeAnswer } from "~/edge/probe.server";
import { bodyLimit } from "~/edge/body/body-limits";
import type { Report } from "./report";

/* Checks of the proxies between the public and the shop, through PUBLIC_URL as a browser would. */

/** An address for documentation (RFC 5737), which nobody can have. */
const FORGED = "192.0.2.1";
const MEGABYTE = 1024 * 1024;
const PIECE = Buffer.alloc(64 * 1024);
/** The smallest body of a probe, in bytes: a text form. */
const LEAST_BYTES = 256 * 1024;
/** Milliseconds to refuse an announced body. A proxy that collects bodies first does not answer in this time. */
const REFUSAL_MS = 2000;

type Settings = Pick<Config, "publicUrl" | "production" | "host" | "port" | "secret" | "previousSecret" | "trustProxy">;

interface Options {
  /** Milliseconds without an answer after which an address counts as out of reach. */
  timeoutMs?: number;
  /** The address that people reach who type the name without https. */
  plainUrl?: string | null;
}

/** Checks PUBLIC_URL from outside. Returns what is wrong, and notes about what does no harm. Changes nothing. */
export async function publicAddress(
  settings: Settings,
  { timeoutMs = 10_000, plainUrl = plainUrlOf(settings.publicUrl) }: Options = {},
): Promise<Report> {
  if (!settings.production) return { wrong: [] };
  const { publicUrl } = settings;
  const wrong = await wrongWithHealth(publicUrl, timeoutMs);
  if (wrong) {
    const unproxied = wrongWithoutProxy(settings);
    return (await isRunning(settings)) ? { wrong: [wrong, ...unproxied] } : { wrong: unproxied, notes: [NOT_RUNNING] };
  }
  const probe = (bytes: number, sentBytes = bytes) => probeWith(settings, { bytes, sent: sentBytes, timeoutMs });
  const small = await probe(LEAST_BYTES);
  if (!small.answer)
    return {
      wrong: [
        small.status === 413
          ? cutSentence(0)
          : `Another Fieldstall, or an older one, answers at ${publicUrl} (${small.status || "no status"} to a request that is signed with APP_SECRET): have the name and the proxy lead to this one, with the same APP_SECRET.`,
      ],
    };
  const { answer, localPort } = small;
  return {
    wrong: [
      ...(await bodiesCut(probe)),
      ...wrongClient(answer, settings.trustProxy, answer.peerPort !== localPort),
      ...(plainUrl ? await wrongScheme(plainUrl, publicUrl, timeoutMs) : []),
    ],
    notes: [
      ...(answer.host === new URL(publicUrl).host
        ? []
        : [
            `The proxy asks for ${answer.host} in the place of ${new URL(publicUrl).host}: that does no harm, for requests are built from PUBLIC_URL.`,
          ]),
      ...tooManyProxies(answer, settings.trustProxy),
    ],
  };
}

/** The shop itself has no https, so an https address has a proxy in front of it. This is known without a request. */
function wrongWithoutProxy({ publicUrl, trustProxy }: Settings): string[] {
  if (trustProxy > 0 || !publicUrl.startsWith("https:")) return [];
  return [
    "PUBLIC_URL is https, which a proxy in front ends, but TRUST_PROXY is 0, so all visitors count as one: set TRUST_PROXY=1, or to the number of proxies that add to X-Forwarded-For.",
  ];
}

/** Only a note, because visitors may come through a proxy that this machine does not pass. */
function tooManyProxies({ client, forwardedFor }: ProbeAnswer, trustProxy: number): string[] {
  const addresses = forwardedFor.length;
  if (client === FORGED || addresses === 0 || forwardedFor.includes(FORGED) || trustProxy <= addresses) return [];
  return [
    `TRUST_PROXY is ${trustProxy}, but X-Forwarded-For has ${addresses === 1 ? "one address" : `${addresses} addresses`} here: set TRUST_PROXY=${addresses}, unless visitors come through more proxies than this machine does.`,
  ];
}

const NOT_RUNNING = "The service does not run on this machine, so its public address was not looked at.";

/** The same address without https. Null if PUBLIC_URL has a port of its own, or no https. */
function plainUrlOf(publicUrl: string): string | null {
  const { protocol, port, hostname } = new URL(publicUrl);
  return protocol === "https:" && port === "" ? `http://${hostname}` : null;
}

async function isRunning({ host, port }: Settings): Promise<boolean> {
  const name = ["0.0.0.0", "::", ""].includes(host) ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  const answer = await fetch(`http://${name}:${port}${PROBE_PATH}`, { signal: AbortSignal.timeout(5000) }).catch(
    () => null,
  );
  return answer?.ok ?? false;
}

/** The fault in an address's answer to the health check. Null if there is none. */
async function wrongWithHealth(publicUrl: string, timeoutMs: number): Promise<string | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  let answer: Response;
  try {
    answer = await fetch(new URL(PROBE_PATH, publicUrl), { redirect: "manual", signal });
  } catch (error) {
    return wrongConnection(publicUrl, error as Error & { cause?: { code?: string; message?: string } });
  }
  const { status } = answer;
  const location = answer.headers.get("Location");
  if (location)
    return `${publicUrl} leads on to ${location.slice(0, 200)}: set PUBLIC_URL to the address that answers itself, or take the redirect out of the proxy.`;
  if ([502, 503, 504].includes(status))
    return `A proxy answers at ${publicUrl}, but does not reach the shop (${status}): have it send to HOST and PORT of this service.`;
  const text = await answer.text().catch(() => "");
  return status === 200 && text === '{"status":"ok"}'
    ? null
    : `Another program answers at ${publicUrl} (status ${status}): have the name and the proxy lead to this service.`;
}

function wrongConnection(
  publicUrl: string,
  { message, cause }: Error & { cause?: { code?: string; message?: string } },
): string {
  const code = cause?.code ?? "";
  const isPlain = code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "ERR_SSL_PACKET_LENGTH_TOO_LONG";
  if (isPlain || code === "EPROTO")
    return `PUBLIC_URL is https, but ${publicUrl} speaks plain http: have the proxy end https there, with a certificate.`;
  if (/CERT|SIGNATURE|SELF_SIGNED/.test(code))
    return `Browsers will not trust the certificate of ${publicUrl} (${code}): have the proxy show one for this name from an authority, with its whole chain.`;
  return `${publicUrl} cannot be reached from here (${code || cause?.message || message}): see that its name leads to the proxy, that the proxy runs, and that its port is open.`;
}

interface Probe {
  status: number;
  /** Null if no answer came, or another program's. */
  answer: ProbeAnswer | null;
  localPort: number | undefined;
}

/** Posts `sent` of the announced `bytes`, all zero, through the public address. Status 0 if the connection broke. */
function probeWith(
  { publicUrl, secret, previousSecret }: Settings,
  { bytes, sent, timeoutMs }: { bytes: number; sent: number; timeoutMs: number },
): Promise<Probe> {
  return new Promise((resolve) => {
    let localPort: number | undefined;
    const end = (status: number, answer: ProbeAnswer | null = null) => {
      resolve({ status, answer, localPort });
      request.destroy();
    };
    const request = (publicUrl.startsWith("https:") ? https : http).request(new URL(PROBE_PATH, publicUrl), {
      method: "POST",
      agent: false,
      // The limit is on silence. A slow connection may take longer in all.
      timeout: sent < bytes ? Math.min(REFUSAL_MS, timeoutMs) : timeoutMs,
      headers: {
        ...probeHeaders({ secret, previousSecret }, Date.now()),
        "Content-Type": "multipart/form-data; boundary=probe",
        "Content-Length": bytes,
        "X-Forwarded-For": FORGED,
      },
    });
    request.on("socket", (socket) =>
      socket.once("connect", () => {
        localPort = socket.localPort;
      }),
    );
    request.on("timeout", () => end(0));
    request.on("error", () => end(0));
    request.on("response", (response) => {
      const status = response.statusCode ?? 0;
      void readAnswer(response).then((answer) => end(status, answer));
    });
    Readable.from(zeros(sent)).pipe(request, { end: sent === bytes });
  });
}

function* zeros(bytes: number): Generator<Buffer> {
  for (let remaining = bytes; remaining > 0; remaining -= PIECE.length)
    yield PIECE.subarray(0, Math.min(remaining, PIECE.length));
}

/** The answer of a probe. Null for any other text. */
async function readAnswer(response: IncomingMessage): Promise<ProbeAnswer | null> {
  let text = "";
  for await (const chunk of response) {
    text += String(chunk);
    if (text.length > 64 * 1024) return null;
  }
  try {
    const answer = JSON.parse(text) as ProbeAnswer;
    return Array.isArray(answer.forwardedFor) && typeof answer.bytes === "number" ? answer : null;
  } catch {
    return null;
  }
}

type SendProbe = (bytes: number, sentBytes?: number) => Promise<Probe>;

/** Checks whether the largest forms pass whole. Sends one with a picture, but only announces one with a video. */
async function bodiesCut(probe: SendProbe): Promise<string[]> {
  for (let bytes = PROBE_BYTES; bytes > LEAST_BYTES; bytes = Math.floor(bytes / 2)) {
    const { answer } = await probe(bytes);
    if (answer?.bytes === bytes) return bytes < PROBE_BYTES ? [cutSentence(bytes)] : await announcedCut(probe);
  }
  return [cutSentence(LEAST_BYTES)];
}

async function announcedCut(probe: SendProbe): Promise<string[]> {
  const { bytes } = bodyLimit("/merchant/products/add", "multipart/form-data");
  const { status } = await probe(bytes, PIECE.length);
  return status === 413 ? [cutSentence(PROBE_BYTES)] : [];
}

function cutSentence(bytes: number): string {
  const { bytes: limit } = bodyLimit("/merchant/products/add", "multipart/form-data");
  const through =
    bytes === 0
      ? "Not even short forms come through the proxy"
      : `Forms of ${bytes / 1024} KB come through the proxy, but larger ones do not`;
  return `${through}, so pictures are refused: let ${limit / MEGABYTE} MB through (nginx: client_max_body_size ${limit / MEGABYTE}m).`;
}

/** Checks whether rate limits count the address of a visitor, and not a forged one or the proxy's. */
function wrongClient({ client, forwardedFor }: ProbeAnswer, trustProxy: number, isBehindProxy: boolean): string[] {
  const addresses = forwardedFor.length - 1 - forwardedFor.lastIndexOf(FORGED);
  const say = "have the proxy set it to the address that asks (nginx: proxy_set_header X-Forwarded-For $remote_addr)";
  if (client === FORGED)
    return [
      isBehindProxy && addresses === 0
        ? `A forged X-Forwarded-For is believed, for the proxy hands it on as it comes: ${say}.`
        : `A forged X-Forwarded-For is believed, so limits can be passed by: set TRUST_PROXY=${addresses}, the number of proxies that add an address.`,
    ];
  if (!isBehindProxy || trustProxy >= Math.max(1, addresses)) return [];
  return [
    addresses === 0
      ? `All visitors count as one, the proxy: X-Forwarded-For does not say who asks, so ${say}, and set TRUST_PROXY=1.`
      : `All visitors count as one, the proxy at ${client}: set TRUST_PROXY=${addresses}.`,
  ];
}

/** Checks whether people who type the name without https are redirected to https. */
async function wrongScheme(plainUrl: string, publicUrl: string, timeoutMs: number): Promise<string[]> {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(plainUrl, { redirect: "manual", signal }).catch(() => null);
  await answer?.body?.cancel();
  // If nothing answers there, browsers try https themselves.
  if (!answer || answer.headers.get("Location")?.startsWith("https:")) return [];
  return [
    `${plainUrl} answers without https (status ${answer.status}): have the proxy redirect every address there to ${new URL(publicUrl).origin}.`,
  ];
}
