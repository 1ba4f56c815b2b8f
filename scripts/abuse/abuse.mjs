// npm run abuse [-- --only=words]: attacks a server that it starts itself, and says of each attack whether the shop
// held: the event loop never stood still for more than 50 ms, no answer had more than 1 MB, no more than 32 MB stayed
// behind, and the attack was answered as it should be. The loop's time is what it computed, whatever else the machine
// does, and the best of up to three runs, for code is slow until it is warm. Ends with 1 when anything did not hold.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startServer } from "../bench/server.mjs";
import { printTable } from "../bench/table.mjs";
import { build } from "../prepare.mjs";
import { ATTACKS } from "./attacks.mjs";

const MEGABYTE = 1024 * 1024;
const MOST = { loopMilliseconds: 50, answerBytes: MEGABYTE, leftBytes: 32 * MEGABYTE };
const RUNS = 3;

const { values: wanted } = parseArgs({ options: { only: { type: "string", default: "" } } });
build();
const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-abuse-"));
const watchFile = path.join(folder, "watch.json");
const watch = fileURLToPath(new URL("watch.mjs", import.meta.url));
const server = await startServer({
  DATA_DIR: path.join(folder, "data"),
  LIMITS: "on",
  LOG_LEVEL: "fatal",
  WATCH_FILE: watchFile,
  NODE_OPTIONS: `--import ${watch}`,
});
const target = { port: Number(new URL(server.address).port) };

/** How the server fared since it was asked last. */
async function fared() {
  rmSync(watchFile, { force: true });
  process.kill(server.pid, "SIGUSR2");
  for (let n = 0; n < 400 && !existsSync(watchFile); n += 1) await sleep(50);
  return JSON.parse(readFileSync(watchFile, "utf8"));
}

async function attacked({ name, run, good }) {
  let best;
  for (let n = 0; n < RUNS && best?.held !== true; n += 1) {
    const before = await fared();
    await sleep(50);
    const answers = await run(target);
    await sleep(300);
    const after = await fared();
    const result = {
      name,
      loopMilliseconds: after.loopMilliseconds,
      answerBytes: Math.max(...answers.map((answer) => answer.bytes)),
      leftBytes: Math.max(0, after.held - before.held),
      peakBytes: after.peakRss,
      answered: good(answers),
      statuses: [...new Set(answers.map((answer) => answer.status || (answer.dropped ? "dropped" : "open")))].join(" "),
    };
    result.held = result.answered && Object.entries(MOST).every(([cost, most]) => result[cost] <= most);
    if (!best || result.held || result.loopMilliseconds < best.loopMilliseconds) best = result;
    // What is answered wrongly is so at the second try, too.
    if (!result.answered) break;
  }
  return best;
}

const results = [];
try {
  // The first request of all loads what later ones find.
  for (const page of ["/products", "/login", "/shopping_cart", "/a"]) await fetch(server.address + page);
  for (const attack of ATTACKS.filter(({ name }) => name.includes(wanted.only))) results.push(await attacked(attack));
  if (!(await fetch(`${server.address}/readyz`)).ok) throw new Error("The server does not answer any more.");
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
printTable(
  ["", "loop ms", "answer KB", "left MB", "peak MB", "answered"],
  results.map((result) => [
    `${result.held ? "HELD" : "NOT "}  ${result.name}`,
    result.loopMilliseconds,
    result.answerBytes / 1024,
    result.leftBytes / MEGABYTE,
    Math.round(result.peakBytes / MEGABYTE),
    `${result.answered ? "" : "wrongly: "}${result.statuses}`,
  ]),
);
const held = results.filter((result) => result.held).length;
console.log(`\n${held} of ${results.length} held`);
process.exitCode = held === results.length ? 0 : 1;
