import cluster from "node:cluster";
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { constants } from "node:zlib";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import compression from "compression";
import express, { type NextFunction, type Request, type Response } from "express";
import type * as Entry from "./app/entry.server";
import { superviseWorkers, workersWanted } from "./workers";

/*
 * The production server: static files, compression, page cache, CSRF, limits, a graceful stop. It knows no
 * feature; what it needs of the application it takes from the Remix build, so that no module is loaded twice.
 */

const workers = workersWanted(process.env["WEB_CONCURRENCY"]);
if (workers > 1 && cluster.isPrimary) await superviseWorkers(workers);

const here = path.dirname(fileURLToPath(import.meta.url));
const build = (await import(pathToFileURL(path.join(here, "server/index.js")).href)) as ServerBuild;
const app = build.entry.module as unknown as typeof Entry;

type PageCache = ReturnType<typeof app.pageCache>;

const SECONDS = 1000;
/** Exports: a window of 256 KB, where the usual one takes 4 MB and more for each that is under way. */
const STREAMED = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } };
/** What is called by these addresses is no page either: it needs nothing of what pages are made of. */
const CALL = /^\/api\/v1(\/|$)/;

async function main(): Promise<void> {
  const service = await app.theService().catch((error: unknown) => {
    // What whoever starts it can mend is a sentence; anything else shows where it came from.
    console.error(app.isStartupError(error) ? error.message : error);
    process.exit(1);
  });
  const { config, services } = service;
  const site = express();
  site.disable("x-powered-by");
  site.set("trust proxy", config.trustProxy);
  site.use(inScope);
  site.use(readToTheEnd);
  const everyAnswer: [name: string, value: string][] = [
    ...securityHeaders(config.secure),
    // By which a page notices that it is older than its data.
    ["X-Build", build.assets.version],
  ];
  site.use((_: Request, response: Response, next: NextFunction) => {
    for (const [name, value] of everyAnswer) response.setHeader(name, value);
    next();
  });
  site.use(app.refuseNonsense(config.trustProxy > 0));
  const metrics = config.metrics && (await app.openMetrics(services, config.metrics));
  const routes = routesOf(build);
  const watch = app.answered(
    (pathname) => matchRoutes(routes, pathname)?.map(({ route }) => route.path),
    [
      ...(services.log.isLevelEnabled("info") ? [app.requestLine(services.log)] : []),
      ...(metrics ? [metrics.note] : []),
    ],
    app.requestSpans(config),
  );
  site.use((request: Request, response: Response, next: NextFunction) => {
    watch(request, response);
    next();
  });
  if (metrics) site.get("/metrics", metrics.answer);
  const clientOf = (request: Request) => (config.limits ? app.addressKey(request.ip) : null);
  site.use(
    app.bodyBudget({
      ...app.BODY_BUDGET,
      inAllBytes: app.shareOf(app.BODY_BUDGET.inAllBytes, config.memoryBytes),
      limitOf: app.bodyLimit,
      clientOf,
    }),
  );
  // Asked for anew each time: the browser itself compares it with the one that it has.
  site.get("/sw.js", (request: Request, response: Response, next: NextFunction) => {
    if (!config.serviceWorker) request.url = "/sw-retired.js";
    response.setHeader("Cache-Control", "no-cache");
    next();
  });
  const client = path.join(here, "client");
  const files = app.builtFiles(client);
  if (!config.serviceWorker) files.delete("/sw.js");
  const textOf = app.textsInMemory(client, files);
  site.use(app.narrowestForSaveData(files));
  site.use(compression({ brotli: STREAMED }));
  site.use(
    "/assets",
    express.static(path.join(client, "assets"), {
      immutable: true,
      maxAge: "1y",
      redirect: false,
      fallthrough: false,
    }),
  );
  const sendFile = express.static(client, { maxAge: "1h", redirect: false, index: false });
  // A page is not looked for on the disk.
  site.use((request: Request, response: Response, next: NextFunction) =>
    files.has(request.path) ? sendFile(request, response, next) : next(),
  );
  site.use(app.refuseCrossSite(config));
  const cache = app.pageCache(() => services.dialect.changes(), config.memoryBytes);
  const sendCached = app.cachedAnswers(everyAnswer, config.cdn !== null);
  const render = createRequestHandler(build, "production");
  /** The page at an address as whoever knows nothing of us sees it. */
  const forNobody = (address: string, context = {}) =>
    render(new globalThis.Request(new URL(address, config.publicUrl)), context);
  const forReaders = app.templatePages(
    () => services.dialect.changes(),
    (address, template, carries) => forNobody(address, { template, carries }),
    config.memoryBytes,
    build.assets.version,
  );
  app.refreshPages(cache, services.dialect.changes(), (address) =>
    app.inRequestScope(newScope("none"), () => forNobody(address)),
  );
  if (config.cdn) app.purgeOnChange(services.dialect.changes(), config.cdn, services.log);
  site.use(pages({ render, forNobody, cache, sendCached, forReaders, mayRead: app.readLimit(app.READING), clientOf }));
  site.use(failed);
  const server = createServer(
    {
      // The longest upload; bodies that hardly come are dropped long before.
      requestTimeout: 1800 * SECONDS,
      headersTimeout: 10 * SECONDS,
      connectionsCheckingInterval: 2 * SECONDS,
      keepAliveTimeout: 65 * SECONDS,
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => {
      if (!admit(request, response)) return;
      // A script, a style or a cached page needs nothing of what the rest of the site is made of.
      const { url = "" } = request;
      const text = app.readsOnly(request) ? textOf(url) : null;
      const ready = text ?? (app.isVisitor(request) ? cache.find(url) : undefined);
      if (!ready) return site(request, response);
      const requestId = newRequestId();
      watch(request, response, requestId);
      sendCached(request, response, ready, true, requestId);
    },
  );
  // Behind a proxy of ours every connection is the proxy's.
  const counted = config.limits && config.trustProxy === 0;
  const admit = app.boundConnections(server, {
    ...app.CONNECTIONS,
    perAddress: counted ? app.CONNECTIONS.perAddress : null,
  });
  server.listen(config.port, config.host, () => app.announce(service, addressOf(server)));
  server.on("error", (error: NodeJS.ErrnoException) => {
    const sentences: Record<string, string> = {
      EADDRINUSE: `PORT ${config.port} is taken by another program. Set PORT to a free one.`,
      EACCES: `PORT ${config.port} is only for who may do everything. Set PORT to one from 1024 on, with a proxy in front.`,
      EADDRNOTAVAIL: `HOST ${config.host} is no address of this machine. Set HOST to one, or to 0.0.0.0 for all.`,
      ENOTFOUND: `HOST ${config.host} is not known. Set HOST to an address of this machine, or to 0.0.0.0 for all.`,
    };
    console.error(sentences[error.code ?? ""] ?? error.message);
    process.exit(1);
  });
  app.stopGracefully(server);
  app.endOnFailure();
}

type RouteObject = Parameters<typeof matchRoutes>[0][number];

/** The table of routes as the router reads it. */
function routesOf({ routes }: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) =>
    route && route.parentId === parentId
      ? [
          {
            id: route.id,
            ...(route.path !== undefined && { path: route.path }),
            ...(route.index ? { index: true } : { children: routesOf({ routes } as ServerBuild, route.id) }),
          } as RouteObject,
        ]
      : [],
  );
}

// Of random bytes that Node keeps ready: each answer needs one.
const newRequestId = () => randomUUID().replaceAll("-", "").slice(0, 24);

const newScope = (clientAddress: string) => ({
  requestId: newRequestId(),
  clientAddress,
  statements: 0,
});

/** Gives every request its id, its true address and a count of statements; the log and the limits read them. */
function inScope(request: Request, response: Response, next: NextFunction): void {
  const scope = newScope(app.addressKey(request.ip));
  response.setHeader("X-Request-Id", scope.requestId);
  app.inRequestScope(scope, next);
}

/**
 * Reads what is left of a body that was answered before its end, as when the ninth of two hundred files is refused:
 * else the next request of that connection would wait behind it until the connection is given up.
 */
function readToTheEnd(request: Request, response: Response, next: NextFunction): void {
  response.once("finish", () => {
    if (request.complete) return;
    for (const event of ["data", "end", "error"]) request.removeAllListeners(event);
    request.on("error", () => undefined);
    request.resume();
  });
  next();
}

/** What no page here needs of a browser; neither does what somebody may bring into one. */
const UNUSED = (
  "accelerometer camera display-capture geolocation gyroscope hid idle-detection magnetometer microphone midi " +
  "screen-wake-lock serial usb xr-spatial-tracking"
).split(" ");

/** The headers that every answer carries; pages add their content security policy. */
function securityHeaders(secure: boolean): [name: string, value: string][] {
  return [
    ["X-Content-Type-Options", "nosniff"],
    // Not "no-referrer": under it browsers send `Origin: null` with our own forms.
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["X-Frame-Options", "DENY"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    // Of what is no page; a page has its own in this place, and names its scripts.
    ["Content-Security-Policy", "script-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"],
    // Pictures say themselves that other sites may show them.
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ["Permissions-Policy", UNUSED.map((feature) => `${feature}=()`).join(", ")],
    ...(secure ? [["Strict-Transport-Security", "max-age=31536000"] as [string, string]] : []),
  ];
}

interface PageParts {
  render: ReturnType<typeof createRequestHandler>;
  forNobody: (address: string) => ReturnType<ReturnType<typeof createRequestHandler>>;
  cache: PageCache;
  sendCached: ReturnType<typeof app.cachedAnswers>;
  forReaders: ReturnType<typeof app.templatePages>;
  mayRead: ReturnType<typeof app.readLimit>;
  clientOf: (request: Request) => string | null;
}

/**
 * Renders pages. A public page is the same for every visitor without cookies, and cached with its compressed forms; who
 * asked for it gets what the next one will get. For who is signed in or carries something its template is filled in.
 */
function pages({ render, forNobody, cache, sendCached, forReaders, mayRead, clientOf }: PageParts) {
  const keepCall = app.cachedCalls(cache);
  /** What is kept now as the next visitor will get it, and an answer to who asked alone. */
  const send = (request: Request, response: Response, answer: Awaited<ReturnType<typeof keepCall>>) => {
    if (!app.isCached(answer)) return app.sendFetchResponse(response, answer);
    const scope = app.requestScope();
    if (scope) scope.cache = "miss";
    return sendCached(request, response, answer, cache.isTrue(answer), String(response.getHeader("X-Request-Id")));
  };
  return (request: Request, response: Response, next: NextFunction): void => {
    (async () => {
      const client = app.isUnlimited(request.path) ? null : clientOf(request);
      if (client !== null && !(await mayRead(response, client))) return;
      const visitor = app.isVisitor(request) && request.headers.cookie === undefined;
      if (CALL.test(request.path)) {
        const call = () => app.answerCall(app.toFetchRequest(request, response));
        return send(request, response, visitor ? await keepCall(request.originalUrl, call) : await call());
      }
      if (!visitor) {
        const filled = await forReaders(request, request.originalUrl);
        if (filled) return app.sendReaderPage(request, response, filled);
        return app.sendFetchResponse(response, await render(app.toFetchRequest(request, response), {}));
      }
      // Rendered for the very address that it is cached under.
      const address = (request.originalUrl = cache.keyOf(request.originalUrl));
      const page = await cache.page(address, () =>
        // Whoever else waits for it is not to lose it with the line of the first.
        app.isPublicAddress(address) ? forNobody(address) : render(app.toFetchRequest(request, response), {}),
      );
      return send(request, response, page);
    })().catch(next);
  };
}

function failed(error: unknown, _: Request, response: Response, next: NextFunction): void {
  const status = (error as { status?: number }).status;
  if (response.headersSent) return next(error);
  if (status && status < 500) {
    response
      .status(status)
      .type("text/plain")
      .send(status === 404 ? "Not found." : "The request could not be read.");
    return;
  }
  void app
    .theService()
    .then(({ services }) =>
      services.log.error({ requestId: response.getHeader("X-Request-Id"), err: error }, "a page failed"),
    );
  response.status(500).type("text/plain").send("Something went wrong on our side. Please try again.");
}

function addressOf(server: Server): string {
  const address = server.address();
  return `http://localhost:${typeof address === "object" && address ? address.port : ""}`;
}

await main();
