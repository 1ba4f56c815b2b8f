// Loaded before the server. The first SIGUSR2 begins a profile of its CPU time, the next one writes it to PROFILE_FILE,
// and so on.
import { renameSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";

const session = new Session();
session.connect();
let running = false;

process.on("SIGUSR2", async () => {
  running = !running;
  if (running) {
    await session.post("Profiler.enable");
    await session.post("Profiler.start");
    return;
  }
  const { profile } = await session.post("Profiler.stop");
  const file = process.env.PROFILE_FILE;
  writeFileSync(`${file}.part`, JSON.stringify(profile));
  renameSync(`${file}.part`, file);
});
