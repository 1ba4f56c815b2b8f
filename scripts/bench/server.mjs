// The built server, as in production, on a free port of this machine.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { MARKET } from "../gate/market.mjs";
import { root } from "../prepare.mjs";

const PATIENCE_SECONDS = 120;
/** The variables without which production does not start. */
export const PRODUCTION = {
  NODE_ENV: "production",
  APP_SECRET: "a secret that only the benches know.",
  PAYMENTS: "test",
  MAIL: "files",
  ...MARKET,
};

/** Returns a free port of this machine. */
export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Starts build/server.js and waits until it is ready. `env` says where its data are, `options` are options of Node,
 * `command` starts it in another place such as a cgroup, `checkout` is the folder with the build.
 */
export async function startServer(env, { options = [], command = [], checkout = root } = {}) {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  return running(
    address,
    "/readyz",
    [...options, path.join(checkout, "build/server.js")],
    {
      DEMO: "0",
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: address,
      ...PRODUCTION,
      LIMITS: "off",
      LOG_LEVEL: "warn",
      ...env,
    },
    command,
  );
}

/** Starts one of the servers in references/, to which ours is compared. `overrides` are further variables for it. */
export async function startReference(name, overrides = {}) {
  const port = await freePort();
  const script = path.join(root, "scripts/bench/references", `${name}.mjs`);
  return running(`http://127.0.0.1:${port}`, "/", [script], {
    NODE_ENV: "production",
    PORT: String(port),
    ...overrides,
  });
}

async function running(address, ready, args, env, command = []) {
  const [program, ...rest] = [...command, process.execPath, ...args];
  const child = spawn(program, rest, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { PATH: process.env.PATH, ...env },
  });
  const exit = once(child, "exit");
  process.once("exit", () => child.kill("SIGKILL"));
  const end = async (signal) => {
    child.kill(signal);
    await exit;
  };
  const began = Date.now();
  while (!(await fetch(address + ready).catch(() => null))?.ok) {
    if (child.exitCode !== null || Date.now() - began > PATIENCE_SECONDS * 1000)
      throw new Error("The server did not start.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    address,
    pid: child.pid,
    cpuMilliseconds: () => cpuMillisecondsOf(child.pid),
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  };
}

/**
 * Returns the CPU milliseconds that a process has used so far; NaN except on Linux. Other load on the machine hardly
 * touches this figure, unlike elapsed time.
 */
function cpuMillisecondsOf(pid) {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ")
      .slice(11, 13);
    return (Number(user) + Number(system)) * 10;
  } catch {
    return NaN;
  }
}

/** Returns the origin of a running server. Refuses any other machine: only this one is ever put under load. */
export function addressHere(text) {
  const { origin, hostname } = new URL(text);
  if (!["127.0.0.1", "localhost", "[::1]"].includes(hostname)) throw new Error(`${hostname} is not this machine.`);
  return origin;
}
