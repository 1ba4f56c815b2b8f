// Loaded into the server that is attacked: at every SIGUSR2 it writes how it fared since the last one into the file
// that WATCH_FILE names.
import { renameSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const file = process.env.WATCH_FILE;
if (file) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  // How long the event loop stood still, and of that no more than was computed meanwhile: on a busy machine a process
  // also stands still because others have their turn.
  let longest = 0;
  let [wall, cpu] = [performance.now(), process.cpuUsage()];
  const begin = () => ([wall, cpu] = [performance.now(), process.cpuUsage()]);
  setInterval(() => {
    const { user, system } = process.cpuUsage(cpu);
    longest = Math.max(longest, Math.min(performance.now() - wall, (user + system) / 1000));
    begin();
  }, 5).unref();
  let peak = 0;
  setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50).unref();
  process.on("SIGUSR2", () => {
    const loopMilliseconds = longest;
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    const peakRss = Math.max(peak, rss);
    writeFileSync(`${file}.new`, JSON.stringify({ loopMilliseconds, peakRss, held: heapUsed + external }));
    renameSync(`${file}.new`, file);
    peak = 0;
    // The collection of garbage was ours.
    longest = 0;
    begin();
  });
}
