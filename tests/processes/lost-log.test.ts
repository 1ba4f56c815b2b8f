import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MARKET } from "../../scripts/gate/market.mjs";
import { freePort } from "../fixtures/free-port";
import { filledOnce, type Place } from "./places";
import { buildOnce, root } from "./shop-process";

/* The built server cannot write its log. People can still buy, operators are told, and it ends when asked to. */

const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-log-"));
const small = path.join(folder, "small");
const isMounted = (() => {
  mkdirSync(small);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", small], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();
/** A cached page, for which the database is not read. */
const PAGE = "/products";
const AT_ONCE = 50;

let filled: Awaited<ReturnType<typeof filledOnce>>;
let place: Place;
let shop: ChildProcess;
let address = "";

beforeAll(async () => {
  buildOnce();
  filled = await filledOnce("sqlite");
  place = await filled.copy();
});
afterAll(async () => {
  await place.remove();
  await filled.remove();
  if (isMounted) execFileSync("umount", [small]);
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the server with its output going to `out`, and waits until it serves. */
async function start(out: number | "pipe"): Promise<void> {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  shop = spawn(process.execPath, [path.join(root, "build", "server.js")], {
    stdio: ["ignore", out, out],
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      LOG_LEVEL: "info",
      LIMITS: "off",
      APP_SECRET: "a secret that only the tests know.",
      PUBLIC_URL: "http://shop.localhost",
      MAIL: "files",
      ...MARKET,
      PAYMENTS: "test",
      DATA_DIR: place.folder,
    },
  });
  const last = () => shop.kill("SIGKILL");
  process.once("exit", last);
  shop.once("exit", () => process.off("exit", last));
  await expect
    .poll(() =>
      fetch(`${address}/healthz`).then(
        (a) => a.status,
        () => 0,
      ),
    )
    .toBe(200);
}

const ready = async () => (await fetch(`${address}/readyz`)).json() as Promise<Record<string, unknown>>;

/** Sends `count` visitors, and returns how many got their page. */
async function visitors(count: number): Promise<number> {
  let served = 0;
  for (let left = count; left > 0; left -= AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(left, AT_ONCE) }, async () => {
        const answer = await fetch(`${address}${PAGE}`);
        await answer.arrayBuffer();
        if (answer.status === 200) served += 1;
      }),
    );
  return served;
}

async function expectSilentShop(): Promise<void> {
  expect(await visitors(20)).toBe(20);
  // On a busy machine a check of the database may take longer than readiness waits for it.
  await expect.poll(ready).toMatchObject({ status: "degraded", database: true, log: false });
  expect((await ready()).logLinesDropped).toBeGreaterThan(0);
}

async function expectEnd(): Promise<void> {
  const exited = once(shop, "exit");
  shop.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
}

test("a log on a full device is dropped: visitors are served, operators are told, and SIGTERM ends it", async () => {
  const device = openSync("/dev/full", "w");
  await start(device);
  closeSync(device);
  await expectSilentShop();
  await expectEnd();
});

test.skipIf(!isMounted)("a log on a full disk goes on by itself once there is room", async () => {
  const [file, filler] = [path.join(small, "log"), path.join(small, "filler")];
  const log = openSync(file, "a");
  await start(log);
  closeSync(log);
  try {
    for (;;) writeFileSync(filler, Buffer.alloc(1024), { flag: "a" });
  } catch (error) {
    expect((error as { code: string }).code).toBe("ENOSPC");
  }
  // The rest of the last block is used up first.
  await visitors(40);
  await expectSilentShop();
  truncateSync(filler, 0);
  await visitors(4);
  await expect.poll(ready).toMatchObject({ status: "ok", log: true });
  const lines = String(execFileSync("cat", [file]))
    .split("\n")
    .filter(Boolean);
  const told = lines.find((line) => line.includes("could not be written")) ?? "{}";
  expect(JSON.parse(told).dropped).toBeGreaterThan(0);
  await expectEnd();
});

test("a log into a pipe that is closed is dropped", async () => {
  await start("pipe");
  shop.stdout?.destroy();
  shop.stderr?.destroy();
  await expectSilentShop();
  await expectEnd();
});

test("a log into a pipe that nobody reads is held for its reader up to a megabyte, then dropped", async () => {
  await start("pipe");
  // The test does not read the pipe. First the pipe fills up, then the shop's buffer for its reader.
  const dropped = async () => {
    expect(await visitors(1000)).toBe(1000);
    return (await ready())["logLinesDropped"];
  };
  await expect.poll(dropped).toBeGreaterThan(0);
  await expectSilentShop();
  await expectEnd();
});
