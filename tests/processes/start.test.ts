import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { buildOnce, root } from "./shop-process";

/*
 * Every package that a file imports at its top is found, opened and compiled at each start, which takes some forty
 * milliseconds for a large one. Packages that only an upload, an import or a new password needs are imported at that
 * point.
 */

const AT_THE_START = [
  "@fastify/busboy",
  "@node-rs/argon2",
  "@remix-run/node",
  "@remix-run/react",
  "compression",
  "csv-stringify/sync",
  "express",
  "ipaddr.js",
  "lru-cache",
  "negotiator",
  "otpauth",
  "p-limit",
  "pino",
  "pluralize",
  "rate-limiter-flexible",
  "react",
  "react-dom/server",
  "react/jsx-runtime",
  "remix-auth",
  "remix-auth-form",
  "uqr",
];

beforeAll(() => buildOnce());

/** Returns the code of the server, which is one file of the build. */
function serverText(): string {
  const assets = path.join(root, "build/server/assets");
  const server = readdirSync(assets).find((name) => /^server-build-[\w-]+\.js$/.test(name))!;
  return readFileSync(path.join(assets, server), "utf8");
}

test("the server's text takes a byte a character of the heap: a letter beyond Latin-1 in a pattern doubles it", () => {
  expect([...serverText().matchAll(/.{0,40}[^\0-\xff].{0,20}/g)].map(([around]) => around)).toEqual([]);
});

test("a start loads no package but those that pages and calls are made of", () => {
  const imports = serverText().matchAll(/(?:^|;)import\s*(?:[^"';]*from\s*)?"([^"'\n]+)"/gm);
  const packages = [...imports].map(([, name]) => name!).filter((name) => !/^(node:|\.)/.test(name));
  expect([...new Set(packages)].toSorted()).toEqual(AT_THE_START);
});

test("a start that is killed while it builds leaves no server behind", async () => {
  const serve = pathToFileURL(path.join(root, "scripts/serve.mjs")).href;
  const endless = `import { serve } from "${serve}"; serve({ ...process.env }, { built: new Promise(() => {}) });`;
  const start = spawn(process.execPath, ["--input-type=module", "--eval", endless], {
    stdio: "ignore",
  });
  await expect.poll(() => serversOf(start.pid!)).toHaveLength(1);
  const [server] = serversOf(start.pid!);
  start.kill("SIGKILL");
  await once(start, "exit");
  await expect.poll(() => isAlive(server!)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}

/** The processes that this one has started, as the kernel lists them. */
const serversOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
