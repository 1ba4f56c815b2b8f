import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { logOutput } from "~/platform/log.server";
import { stopService, theService } from "./the-service.server";
import { HAND_OVER, STOP } from "./worker-messages";

/** How long requests under way may take yet. A larger upload is cut, and goes on where it was at the next process. */
const REQUESTS_MS = 5000;
/** The longest time until the process exits; a supervisor usually waits for ten seconds. */
const LONGEST_MS = 7500;
const SWEEP_MS = 100;
/** Turns of the event loop: one accepts what is in the listen queue, the next reads what the new connections sent. */
const QUIET_TURNS = 3;
/** A server that is never quiet stops accepting after so many milliseconds. On a busy machine what waits takes a while. */
const LAME_DUCK_MS = 2000;
/** How long who is connected to a worker that hands over may take to ask once more, and be told to connect anew. */
const LAST_WORD_MS = 4000;
/** How long the end waits for a log that is read slowly. */
const LAST_LINES_MS = 500;

const exit = (code: number) =>
  logOutput()
    .drained(LAST_LINES_MS)
    .finally(() => process.exit(code));

/**
 * Ends the process when it is asked to: lets in what was on its way, then takes no connection any more, closes those
 * that nobody uses, answers what is under way, finishes the jobs or hands them back, closes the database. Who asks twice does not want to wait.
 */
export function stopGracefully(server: Server): void {
  let stopping = false;
  const stop = (requests: () => Promise<void>) => {
    stopping = true;
    // The next process takes up jobs that a hung connection or database holds, once their lease runs out.
    setTimeout(() => process.exit(0), LONGEST_MS);
    void endAll(requests).finally(() => exit(0));
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(signal === "SIGINT" ? 130 : 143);
    stop(() => answerTheLast(server));
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  // The terminal is gone. Where there are several processes, the first of them takes it for the wish to hand over.
  process.on("SIGHUP", onSignal);
  // A message for a process among others, which may have got its terminal's signal as well.
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
 * Takes no connection any more, and tells those that there are, with the answer to what they ask next, that it is the
 * last: closed without a word, they would lose the request that is just on its way.
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
 * Waits until everything that was on its way when the stop was asked for has come in: connections in the listen queue,
 * and requests on connections that look idle. Closing before that would reset them. Each answer tells its client to
 * connect anew.
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
 * Nobody knows what state a process is in whose code failed where nothing expected it. It says so, and ends; whoever
 * runs it starts another one, which finds everything in the database.
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
