import type { Server } from "node:http";
import { stopService, theService } from "./the-service.server";

/** How long requests under way may take yet. A larger upload is cut, and goes on where it was at the next process. */
const REQUESTS_MS = 5000;
/** Whatever happens; a supervisor usually waits for ten seconds. */
const LONGEST_MS = 7500;
const SWEEP_MS = 100;

/**
 * Ends the process when it is asked to: takes no connection any more, closes those that nobody uses, answers what is
 * under way, finishes the jobs or hands them back, closes the database. Who asks twice does not want to wait.
 */
export function stopGracefully(server: Server): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(signal === "SIGINT" ? 130 : 143);
    stopping = true;
    // What a hung connection or database holds up is taken up by the next process, for its lease runs out.
    setTimeout(() => process.exit(0), LONGEST_MS);
    void endAll(server).finally(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

async function endAll(server: Server): Promise<void> {
  const { runner } = await theService();
  await Promise.all([answerTheLast(server), runner.stop()]);
  await stopService();
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
