import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { logOutput } from "~/platform/log.server";
import { stopService, theService } from "./the-service.server";
import { HAND_OVER, STOP } from "./worker-messages";

/** Milliseconds that requests under way may still take. A larger upload is cut, and resumes at the next process. */
const REQUESTS_MS = 5000;
/** The longest time until the process exits, in milliseconds. A supervisor usually waits for ten seconds. */
const LONGEST_MS = 7500;
const SWEEP_MS = 100;
/** Turns of the event loop. One accepts the connections in the listen queue, the next reads what they have sent. */
const QUIET_TURNS = 3;
/** A server that is never quiet stops accepting after these milliseconds. On a busy machine the queue takes a while. */
const LAME_DUCK_MS = 2000;
/** Milliseconds for each client of a worker that hands over to send one more request, and be told to reconnect. */
const LAST_WORD_MS = 4000;
/** Milliseconds that the exit waits for a slow reader of the log. */
const LAST_LINES_MS = 500;

const exit = (code: number) =>
  logOutput()
    .drained(LAST_LINES_MS)
    .finally(() => process.exit(code));

/**
 * Ends the process on request: accepts what is on its way, then stops accepting connections, closes idle ones, answers
 * requests under way, finishes jobs or hands them back, and closes the database. A second signal ends it at once.
 */
export function stopGracefully(server: Server): void {
  let stopping = false;
  const stop = (requests: () => Promise<void>) => {
    stopping = true;
    // If a connection or the database hangs, the next process takes over the jobs once their lease has expired.
    setTimeout(() => process.exit(0), LONGEST_MS);
    void endAll(requests).finally(() => exit(0));
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(signal === "SIGINT" ? 130 : 143);
    stop(() => answerTheLast(server));
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  // The terminal is gone. With several processes, the first one takes this signal as the request to hand over.
  process.on("SIGHUP", onSignal);
  // A message to one process among several, which may also have received its terminal's signal.
  process.on("message", (message) => {
    if (stopping) return;
    if (message === STOP) stop(() => answerTheLast(server));
    if (message === HAND_OVER) stop(() => handOver(server));
  });
}

async function endAll(requests: () => Promise<void>): Promise<void> {
  const { runner } = await theService();
  await Promise.all([requests(), runner.stop()]);
  await stopService();
}

/**
 * Accepts no more connections. Tells each open connection, with the answer to its next request, that this is the last
 * one. A connection that is closed without notice would lose a request that is on its way.
 */
async function handOver(server: Server): Promise<void> {
  server.prependListener("request", (_, response) => response.setHeader("Connection", "close"));
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  let patience: NodeJS.Timeout | undefined;
  await Promise.race([closed, new Promise((resolve) => (patience = setTimeout(resolve, LAST_WORD_MS)))]);
  clearTimeout(patience);
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), LONGEST_MS - LAST_WORD_MS - 500);
  await closed;
  clearTimeout(cut);
}

/**
 * Waits until everything has arrived that was on its way when the stop was requested: connections in the listen queue,
 * and requests on connections that look idle. Closing earlier would reset them. Each answer tells its client to
 * reconnect.
 */
async function untilQuiet(server: Server): Promise<void> {
  let quietTurns = 0;
  const isBusy = () => void (quietTurns = 0);
  server.prependListener("request", (_, response) => response.setHeader("Connection", "close"));
  server.on("connection", isBusy).on("request", isBusy);
  const latest = performance.now() + LAME_DUCK_MS;
  while (quietTurns < QUIET_TURNS && performance.now() < latest) {
    quietTurns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function answerTheLast(server: Server): Promise<void> {
  await untilQuiet(server);
  // A kept-alive connection becomes idle once its request is answered.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => server.closeAllConnections(), REQUESTS_MS);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearInterval(sweep);
  clearTimeout(cut);
}

/**
 * Ends the process after an unexpected error, because its state is then unknown. It logs the error first. A supervisor
 * starts another process, which finds everything in the database.
 */
export function endOnFailure(): void {
  const end = (reason: string) => (error: unknown) => {
    void theService()
      .then(({ services }) => services.log.fatal({ err: error }, reason))
      .catch(() => console.error(error))
      .finally(() => exit(1));
  };
  process.on("uncaughtException", end("an error that nobody expected ends the process"));
  process.on("unhandledRejection", end("a failure that nobody waited for ends the process"));
}
