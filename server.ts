import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { createRemixRequest, sendRemixResponse } from "@remix-run/express/dist/server.js";
import compression from "compression";
import express, { type NextFunction, type Request as Asked, type Response as Answer } from "express";
import type * as Entry from "./app/entry.server";

/*
 * The production server: static files, compression, a memory of public pages, limits, a graceful stop. It knows no
 * feature; what it needs of the application it takes from the Remix build, so that no module is loaded twice.
 */

const here = path.dirname(fileURLToPath(import.meta.url));
const build = (await import(pathToFileURL(path.join(here, "server/index.js")).href)) as ServerBuild;
const app = build.entry.module as unknown as typeof Entry;

type KeptPages = ReturnType<typeof app.keptPages>;
type KeptPage = NonNullable<ReturnType<KeptPages["known"]>>;

const METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);
const SECONDS = 1000;

async function main(): Promise<void> {
  const service = await app.theService().catch((error: unknown) => {
    // A wrong setting is one sentence; anything else shows where it came from.
    console.error(error instanceof Error && error.name === "ConfigError" ? error.message : error);
    process.exit(1);
  });
  const { config, services } = service;
  const site = express();
  site.disable("x-powered-by");
  site.set("trust proxy", config.trustProxy);
  site.use(inScope);
  site.use(readToTheEnd);
  site.use(refuseNonsense(config.trustProxy > 0));
  site.use(securityHeaders(config.secure));
  site.use(alreadyCompressed(path.join(here, "client")));
  site.use(compression());
  site.use(
    "/assets",
    express.static(path.join(here, "client/assets"), {
      immutable: true,
      maxAge: "1y",
      redirect: false,
      fallthrough: false,
    }),
  );
  site.use(express.static(path.join(here, "client"), { maxAge: "1h", redirect: false, index: false }));
  site.use(refuseOtherOrigins);
  site.use(
    pages(
      createRequestHandler(build, "production"),
      app.keptPages(() => services.dialect.changes()),
    ),
  );
  site.use(failed);
  const server = createServer(
    {
      requestTimeout: 120 * SECONDS,
      headersTimeout: 15 * SECONDS,
      keepAliveTimeout: 65 * SECONDS,
      maxHeaderSize: 16 * 1024,
    },
    site,
  );
  server.listen(config.port, config.host, () => app.announce(service, addressOf(server)));
  server.on("error", (error: NodeJS.ErrnoException) => {
    console.error(
      error.code === "EADDRINUSE"
        ? `PORT ${config.port} is taken by another program. Set PORT to a free one.`
        : error.message,
    );
    process.exit(1);
  });
  stopGracefully(server);
}

/** Gives every request its id, its true address and a count of statements; the log and the limits read them. */
function inScope(asked: Asked, answer: Answer, next: NextFunction): void {
  const scope = { requestId: randomBytes(12).toString("hex"), clientAddress: asked.ip ?? "unknown", statements: 0 };
  answer.setHeader("X-Request-Id", scope.requestId);
  app.inRequestScope(scope, next);
}

/**
 * Reads what is left of a body that was answered before its end, as when the ninth of two hundred files is refused:
 * else the next request of that connection would wait behind it until the connection is given up.
 */
function readToTheEnd(asked: Asked, answer: Answer, next: NextFunction): void {
  answer.once("finish", () => {
    if (asked.complete) return;
    for (const event of ["data", "end", "error"]) asked.removeAllListeners(event);
    asked.on("error", () => undefined);
    asked.resume();
  });
  next();
}

/** The headers that every answer carries; pages add their content security policy. */
function securityHeaders(secure: boolean) {
  return (_: Asked, answer: Answer, next: NextFunction): void => {
    answer.setHeader("X-Content-Type-Options", "nosniff");
    // Not "no-referrer": under it browsers send `Origin: null` with our own forms.
    answer.setHeader("Referrer-Policy", "strict-origin-when-cross-origin");
    answer.setHeader("X-Frame-Options", "DENY");
    answer.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    answer.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
    if (secure) answer.setHeader("Strict-Transport-Security", "max-age=31536000");
    next();
  };
}

function isSafe(asked: Asked): boolean {
  return asked.method === "GET" || asked.method === "HEAD" || asked.method === "OPTIONS";
}

/** Leads who takes it to the compressed form that the build has put beside a file. */
function alreadyCompressed(folder: string) {
  const known = new Set(
    readdirSync(folder, { recursive: true }).map((name) => `/${String(name).replaceAll(path.sep, "/")}`),
  );
  const endings = { br: ".br", gzip: ".gz" } as const;
  return (asked: Asked, answer: Answer, next: NextFunction): void => {
    if (!known.has(`${asked.path}.br`)) return next();
    answer.vary("Accept-Encoding");
    const encoding = asked.acceptsEncodings("br", "gzip", "identity");
    if (encoding !== "br" && encoding !== "gzip") return next();
    answer.type(path.extname(asked.path)).setHeader("Content-Encoding", encoding);
    asked.url = asked.path + endings[encoding];
    next();
  };
}

/**
 * Refuses requests that nothing can be made of, before anything reads them: no host, an unknown method, a body
 * without end.
 */
function refuseNonsense(trusted: boolean) {
  return (asked: Asked, answer: Answer, next: NextFunction): void => {
    if (!trusted)
      for (const name of ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port"]) delete asked.headers[name];
    const host = String(asked.headers["x-forwarded-host"] ?? asked.headers.host);
    if (!URL.canParse(`http://${host}`) || !asked.headers.host)
      return refuse(answer, 400, "The request could not be read.");
    if (!METHODS.has(asked.method)) return refuse(answer, 405, "This method is not known here.");
    if (isSafe(asked)) return next();
    // Forms of browsers always say how long they are. The service below /api counts for itself.
    if (asked.path.startsWith("/api/")) return next();
    if (asked.headers["transfer-encoding"] !== undefined) return refuse(answer, 411, "Say how long the body is.");
    const limit = app.mostBytes(asked.path, asked.headers["content-type"] ?? "");
    if (Number(asked.headers["content-length"] ?? 0) > limit) return refuse(answer, 413, "The form is too large.");
    next();
  };
}

function refuse(answer: Answer, status: number, sentence: string): void {
  answer.status(status).set("Connection", "close").type("text/plain").send(sentence);
}

/**
 * Refuses what another site's page makes a browser send, with our cookies or without: the answer could set some.
 * Browsers say where a request comes from in Sec-Fetch-Site or Origin, old ones in Referer; programs that are no
 * browsers say nothing and need not.
 */
function refuseOtherOrigins(asked: Asked, answer: Answer, next: NextFunction): void {
  if (isSafe(asked) || isSameOrigin(asked)) return next();
  answer.status(403);
  const sentence = "This request came from another site, so it was refused. Please open our site and try again.";
  if (asked.path.startsWith("/api/"))
    answer.json({ error: [{ message: sentence, code: "other_origin" }], requestId: answer.getHeader("X-Request-Id") });
  else answer.type("text/plain").send(sentence);
}

function isSameOrigin(asked: Asked): boolean {
  const { origin, referer, "sec-fetch-site": site, "user-agent": program = "" } = asked.headers;
  const ours = (address: string) => URL.canParse(address) && new URL(address).host === asked.headers.host;
  if (site !== undefined) return site === "same-origin" || site === "none";
  if (origin !== undefined) return ours(origin);
  if (referer !== undefined) return ours(referer);
  return asked.headers.cookie === undefined || !/^(mozilla|opera)/i.test(program);
}

/** Renders pages. A public page is the same for every visitor without cookies, and kept with its compressed forms. */
function pages(render: ReturnType<typeof createRequestHandler>, kept: KeptPages) {
  return (asked: Asked, answer: Answer, next: NextFunction): void => {
    (async () => {
      const shared =
        asked.method === "GET" && asked.headers.cookie === undefined && asked.headers.authorization === undefined;
      if (!shared) return send(answer, await render(createRemixRequest(asked, answer), {}));
      // Rendered for the very address that it is kept under.
      asked.originalUrl = kept.addressOf(asked.originalUrl);
      const known = kept.known(asked.originalUrl);
      if (known) return sendKept(asked, answer, known);
      const moment = kept.moment();
      const response = await render(createRemixRequest(asked, answer), {});
      const page = await kept.keep(asked.originalUrl, response, moment);
      return page ? sendKept(asked, answer, page) : send(answer, response);
    })().catch(next);
  };
}

/** What a page says itself counts in the place of what is said for all. */
function send(answer: Answer, response: Response): Promise<void> {
  for (const name of response.headers.keys()) answer.removeHeader(name);
  return sendRemixResponse(answer, response);
}

function sendKept(asked: Asked, answer: Answer, page: KeptPage): void {
  const encoding = (asked.acceptsEncodings("br", "gzip", "identity") || "identity") as keyof KeptPage["bodies"];
  for (const [name, value] of page.headers) answer.setHeader(name, value);
  if (encoding !== "identity") answer.setHeader("Content-Encoding", encoding);
  answer.vary("Accept-Encoding");
  answer.send(page.bodies[encoding]);
}

function failed(error: unknown, _: Asked, answer: Answer, next: NextFunction): void {
  const status = (error as { status?: number }).status;
  if (answer.headersSent) return next(error);
  if (status && status < 500) {
    answer
      .status(status)
      .type("text/plain")
      .send(status === 404 ? "Not found." : "The request could not be read.");
    return;
  }
  void app
    .theService()
    .then(({ services }) =>
      services.log.error({ requestId: answer.getHeader("X-Request-Id"), err: error }, "a page failed"),
    );
  answer.status(500).type("text/plain").send("Something went wrong on our side. Please try again.");
}

function addressOf(server: Server): string {
  const address = server.address();
  return `http://localhost:${typeof address === "object" && address ? address.port : ""}`;
}

/** Answers what is under way, takes nothing new, finishes the running job, closes the database. */
function stopGracefully(server: Server): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), 15 * SECONDS).unref();
    server.close(() => void app.stopService().finally(() => process.exit(0)));
    server.closeIdleConnections();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

await main();
