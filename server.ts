import cluster from "node:cluster";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import express from "express";
import type * as Entry from "./app/entry.server";
import { superviseWorkers, workersWanted } from "./workers";

/*
 * The production server: the steps of a request in order, the start, and a graceful stop. It takes what it needs of the
 * application from the Remix build, so that no module is loaded twice.
 */

const workers = workersWanted(process.env["WEB_CONCURRENCY"]);
if (workers > 1 && cluster.isPrimary) await superviseWorkers(workers);

const here = path.dirname(fileURLToPath(import.meta.url));
const build = (await import(pathToFileURL(path.join(here, "server/index.js")).href)) as ServerBuild;
const { edge, ...app } = build.entry.module as unknown as typeof Entry;

const service = await app.theService().catch((error: unknown) => {
  // A configuration mistake is printed as a sentence, any other error with its origin.
  console.error(app.isStartupError(error) ? error.message : error);
  process.exit(1);
});
const context = await edge.openEdge(service, build, path.join(here, "client"));
const site = express();
site.disable("x-powered-by");
// Pages and calls read their address themselves.
site.disable("query parser");
site.set("trust proxy", service.config.trustProxy);
const steps = [
  edge.scope,
  edge.restOfBody,
  edge.headers,
  edge.secretAddresses,
  edge.bounds,
  edge.log,
  edge.metrics,
  edge.probe,
  edge.body,
  edge.files,
  edge.csrf,
  edge.rateLimit,
  edge.calls,
  edge.readerPages,
  edge.cachedPages,
  edge.remix,
];
for (const step of steps) site.use(step(context));
site.use(edge.failure(context));

// Before these steps, connections are limited, and requests are answered from memory where possible.
const server = createServer(edge.SERVER_OPTIONS);
server.on("request", edge.connections(server, service.config, edge.fastPath(context, site)));
app.stopGracefully(server);
app.endOnFailure();
app.listen(server, service);
