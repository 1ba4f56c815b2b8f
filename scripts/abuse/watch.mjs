// Loaded into the server that is attacked: asked by SIGUSR2 it writes how it fared since it was asked last into the file
// that WATCH_FILE names; asked by SIGWINCH it collects its garbage before, so that what is held is what is left.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const file = process.env.WATCH_FILE;
if (file) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  // How long the event loop stood still, without the time for which its own thread could have run and the machine had
  // no processor for it. What the loop computes counts, and what it waits for: a lock, a disk, another thread.
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
    // Twice: the first hands buffers to another thread, which on a busy machine frees them later; the second waits for it.
    if (collects) collect();
    if (collects) collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    const peakRss = Math.max(peak, rss);
    writeFileSync(`${file}.new`, JSON.stringify({ loopMilliseconds, peakRss, held: heapUsed + external }));
    renameSync(`${file}.new`, file);
    peak = 0;
    // The collection of garbage was ours.
    longest = 0;
    start = { wall: performance.now(), ...ofThread() };
  };
  process.on("SIGUSR2", report(false));
  process.on("SIGWINCH", report(true));
}

/**
 * Milliseconds that this thread was ready to run and had to queue, where the system tells (Linux; source:
 * Documentation/scheduler/sched-stats.rst); elsewhere null, and what the whole process has computed.
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
