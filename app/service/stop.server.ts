import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { stopService, theService } from "./the-service.server";
import { HAND_OVER, STOP } from "./worker-messages";

/** How long requests under way may take yet. A larger upload is cut, and goes on where it was at the next process. */
const REQUESTS_MS = 5000;
/** Whatever happens; a supervisor usually waits for ten seconds. */
const LONGEST_MS = 7500;
const SWEEP_MS = 100;
/** How long who is connected to a worker that hands over may take to ask once more, and be told to connect anew. */
const LAST_WORD_MS = 4000;

/**
 * Ends the process when it is asked to: takes no connection any more, closes those that nobody uses, answers what is
 * under way, finishes the jobs or hands them back, closes the database. Who asks twice does not want to wait.
 */
export function stopGracefully(server: Server): void {
  let stopping = false;
  const stop = (requests: () => Promise<void>) => {
    stopping = true;
    // What a hung connection or database holds up is taken up by the next process, for its lease runs out.
    setTimeout(() => process.exit(0), LONGEST_MS);
    void endAll(requests).finally(() => process.exit(0));
  };
  const asked = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(signal === "SIGINT" ? 130 : 143);
    stop(() => answerTheLast(server));
  };
  process.on("SIGTERM", asked);
  process.on("SIGINT", asked);
  // The terminal is gone. Where there are several processes, the first of them takes it for the wish to hand over.
  process.on("SIGHUP", asked);
  // Of a process that others are beside; it may have got the signal of its terminal as well.
  process.on("message", (told) => {
    if (stopping) return;
    if (told === STOP) stop(() => answerTheLast(server));
    if (told === HAND_OVER) stop(() => handOver(server));
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

async function answerTheLast(server: Server): Promise<void> {
  // Of connections that are kept alive, those are idle whose request was answered meanwhile.
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
      .finally(() => process.exit(1));
  };
  process.on("uncaughtException", end("an error that nobody expected ends the process"));
  process.on("unhandledRejection", end("a failure that nobody waited for ends the process"));
}
