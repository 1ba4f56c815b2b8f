import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { HAND_OVER, STOP } from "./app/service/worker-messages";

/*
 * Several processes behind one port (WEB_CONCURRENCY). The first one answers no requests. It starts the workers,
 * replaces one that has ended, and at SIGHUP replaces all by workers of the build that is there then.
 */

/** Milliseconds between the end of a worker and its successor: at first, and at most if workers keep ending. */
const AGAIN_MS = { first: 500, most: 30_000 };
/** A worker that has served for this long has not failed at its start. */
const SETTLED_MS = 60_000;
/** A worker that is asked to end takes 8 s; one that takes longer hangs. */
const LONGEST_MS = 10_000;

const say = (message: string, about: object = {}) =>
  console.log(JSON.stringify({ time: new Date().toISOString(), msg: message, ...about }));

/** The number of workers; 1 for an invalid value, because the configuration refuses that with a sentence. */
export function workersWanted(said: string | undefined): number {
  const count = Number(said || 1);
  return Number.isInteger(count) && count >= 1 && count <= 64 ? count : 1;
}

/** Runs this many workers until the process is asked to end. Never settles. */
export async function superviseWorkers(count: number): Promise<never> {
  // Workers that serve, or are about to. A worker that is asked to end has left the set.
  const serving = new Set<Worker>();
  const listening = new WeakSet<Worker>();
  let [opened, stopping, pauseMs] = [false, false, AGAIN_MS.first];
  let handingOver: Promise<void> = Promise.resolve();

  /** Starts a worker. Resolves once it serves; rejects if it ends before. */
  async function start(): Promise<Worker> {
    const worker = cluster.fork();
    const begun = performance.now();
    serving.add(worker);
    worker.once("exit", (code, signal) => {
      if (!serving.delete(worker) || stopping || !opened) return;
      say("a worker has ended and is replaced", { worker: worker.process.pid, code, signal });
      pauseMs = performance.now() - begun > SETTLED_MS ? AGAIN_MS.first : Math.min(pauseMs * 2, AGAIN_MS.most);
      setTimeout(() => !stopping && void start().catch(() => undefined), pauseMs);
    });
    const ended = once(worker, "exit").then(() => Promise.reject(new Error("It ended before it served.")));
    ended.catch(() => undefined);
    await Promise.race([once(worker, "listening"), ended]);
    listening.add(worker);
    return worker;
  }

  async function end(worker: Worker, told: typeof HAND_OVER | typeof STOP): Promise<void> {
    serving.delete(worker);
    if (worker.isDead()) return;
    const gone = once(worker, "exit");
    const hangs = setTimeout(() => worker.process.kill("SIGKILL"), LONGEST_MS);
    // A worker that does not listen yet gets no messages.
    if (listening.has(worker) && worker.isConnected()) worker.send(told);
    else worker.process.kill("SIGTERM");
    await gone;
    clearTimeout(hangs);
  }

  /** Replaces the workers one after the other: the new one serves before the old one ends. */
  async function handOver(): Promise<void> {
    say("handing over to new workers");
    const before = [...serving];
    for (const old of before) {
      try {
        await start();
      } catch {
        // The start is retried meanwhile, and the old workers go on.
        return say("a new worker does not start: the old ones go on");
      }
      await end(old, HAND_OVER);
    }
    say("handed over to new workers");
  }

  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(signal === "SIGINT" ? 130 : 143);
    stopping = true;
    void Promise.all([...serving].map((worker) => end(worker, STOP))).then(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("SIGHUP", () => {
    handingOver = handingOver.then(() => (stopping ? undefined : handOver()));
  });
  // The first worker reports what is wrong. The others would fail as well.
  await start().catch(() => process.exit(1));
  opened = true;
  for (let n = 1; n < count; n += 1) void start().catch(() => undefined);
  return new Promise<never>(() => undefined);
}
