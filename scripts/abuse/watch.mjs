// Loaded into the attacked server. At SIGUSR2 it writes its loop time and memory since the last report into the file
// that WATCH_FILE names. At SIGWINCH it collects its garbage first, so that only the memory still in use counts.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const file = process.env.WATCH_FILE;
if (file) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  // How long the event loop stood still, in milliseconds, without the time for which its thread could have run but the
  // machine had no processor for it. It counts what the loop computes and what the loop waits for: a lock, a disk,
  // another thread.
  let longest = 0;
  let start = { wall: performance.now(), ...ofThread() };
  setInterval(() => {
    const now = { wall: performance.now(), ...ofThread() };
    const wall = now.wall - start.wall;
    const stood = now.queued === null ? Math.min(wall, now.cpu - start.cpu) : wall - (now.queued - start.queued);
    longest = Math.max(longest, stood);
    start = now;
  }, 5).unref();
  let peak = 0;
  setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50).unref();
  const report = (collects) => () => {
    const loopMilliseconds = longest;
    // Twice: the first hands buffers to another thread, which may free them later. The second waits for that.
    if (collects) collect();
    if (collects) collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    const peakRss = Math.max(peak, rss);
    writeFileSync(`${file}.new`, JSON.stringify({ loopMilliseconds, peakRss, held: heapUsed + external }));
    renameSync(`${file}.new`, file);
    peak = 0;
    // We caused this collection of garbage, so its time does not count.
    longest = 0;
    start = { wall: performance.now(), ...ofThread() };
  };
  process.on("SIGUSR2", report(false));
  process.on("SIGWINCH", report(true));
}

/**
 * Returns the milliseconds that this thread was ready to run but waited for a processor (Linux only; source:
 * Documentation/scheduler/sched-stats.rst). Elsewhere that is null, and `cpu` is what the whole process has computed.
 */
function ofThread() {
  const { user, system } = process.cpuUsage();
  try {
    const [, queued] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ");
    return { queued: Number(queued) / 1e6, cpu: 0 };
  } catch {
    return { queued: null, cpu: (user + system) / 1000 };
  }
}
