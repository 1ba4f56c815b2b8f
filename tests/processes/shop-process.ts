import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { WAIT_MS } from "../../scripts/gate/patience.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const MOST_LINES = 2000;
const FAILURE = fileURLToPath(new URL("nobody-waits.mjs", import.meta.url));
const CLOCK = fileURLToPath(new URL("clock-ahead.mjs", import.meta.url));
const BUSY = fileURLToPath(new URL("busy.mjs", import.meta.url));

/** Builds the product unless the build already has the current sources. */
export function buildOnce(): void {
  execFileSync(
    process.execPath,
    ["--input-type=module", "--eval", `import { build } from "./scripts/prepare.mjs"; build();`],
    { cwd: root, stdio: ["ignore", "ignore", "inherit"] },
  );
}

/** The built server as a process of the operating system. */
export interface ShopProcess {
  address: string;
  pid: number;
  /** The lines of its log so far. */
  logged: string[];
  /** Its other output, such as the error that ended it. */
  said(): string;
  /** Resolves when the process has ended for any reason. */
  gone: Promise<unknown>;
  /** Kills it as a power cut would: without warning, in the middle of its work. */
  kill(): Promise<unknown>;
  /** Asks it to end, as a deployment does. */
  stop(): Promise<unknown>;
  /** Sends a signal that does not end it. */
  signal(name: NodeJS.Signals): void;
  /** Causes an unhandled rejection in it. */
  fail(): Promise<unknown>;
}

/**
 * Starts the server with `env`, its clock `secondsAhead` seconds ahead of this machine, and waits until it serves.
 * @param build the folder of the build
 */
export async function startProcess(
  env: Record<string, string>,
  secondsAhead: number,
  patienceMs = WAIT_MS,
  build = path.join(root, "build"),
): Promise<ShopProcess> {
  const preloads = [CLOCK, FAILURE, BUSY].flatMap((file) => ["--import", file]);
  const child = spawn(process.execPath, [...preloads, path.join(build, "server.js")], {
    stdio: ["ignore", "pipe", "pipe"],
    // Port 0 takes a free port, because the earlier process may not have released its port yet.
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_LEVEL: "info",
      SECONDS_AHEAD: String(secondsAhead),
      ...env,
    },
  });
  const exited = once(child, "exit");
  const last = () => child.kill("SIGKILL");
  process.once("exit", last);
  void exited.then(() => process.off("exit", last));
  let output = "";
  const logged: string[] = [];
  child.stderr.on("data", (bytes) => {
    output += String(bytes);
  });
  const address = await new Promise<string>((resolve, reject) => {
    const fail = () => reject(new Error(`The server did not start. ${output}`));
    const patience = setTimeout(fail, patienceMs);
    void exited.then(fail);
    createInterface(child.stdout).on("line", (line) => {
      if (logged.push(line) > MOST_LINES) logged.shift();
      const port = /(?:"address":"|address: "|is open at )http:\/\/localhost:(\d+)/.exec(line)?.[1];
      if (!port) return;
      clearTimeout(patience);
      resolve(`http://127.0.0.1:${port}`);
    });
  });
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return {
    address,
    pid: child.pid as number,
    logged,
    said: () => output,
    gone: exited,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    signal: (name) => void child.kill(name),
    fail: () => end("SIGUSR2"),
  };
}
