// Loads a server with wrk if it is installed, because a client in Node is slower than the server. Else uses our own.
import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { load } from "./load.mjs";

const CONNECTIONS = 16;
export const hasWrk = spawnSync("wrk", ["-v"]).error === undefined;

/**
 * Requests one address as fast as it answers, for `seconds` seconds. Returns the requests per second and the server's
 * CPU milliseconds per request, which other load on the machine hardly affects.
 */
export async function press({ address, cpuMilliseconds }, path, headers, seconds) {
  const before = cpuMilliseconds();
  const { answered, perSecond } = hasWrk
    ? await byWrk(address + path, headers, seconds)
    : await load([address + path], { headers, connections: CONNECTIONS, requests: Infinity, seconds });
  return { perSecond, cpu: (cpuMilliseconds() - before) / answered };
}

async function byWrk(url, headers, seconds) {
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const { stdout } = await promisify(execFile)("wrk", [
    "-t1",
    `-c${CONNECTIONS}`,
    `-d${seconds}s`,
    "-H",
    "Accept-Encoding: br",
    ...headerArgs,
    url,
  ]);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url}: ${stdout}`);
  return {
    answered: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    perSecond: Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1]),
  };
}
