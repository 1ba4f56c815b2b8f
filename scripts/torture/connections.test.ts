import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { MARKET } from "../gate/market.mjs";
import { filledOnce } from "../../tests/processes/places";
import { startProcess } from "../../tests/processes/shop-process";
import { pause } from "./tortured-shop";

/*
 * `npm run torture -- --part connections`: opens ten thousand idle connections from fifty addresses, and some that send
 * one byte a second. Visitors must be served meanwhile, and memory must stay within its limit.
 */

const IDLE = 10_000;
const SLOW = 200;
const ADDRESSES = 50;
const VISITS = 100;

const say = (line: string) => process.stdout.write(`${line}\n`);
const megabytes = (pid: number, of: string) =>
  Math.round(
    Number(new RegExp(`^${of}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024,
  );

test("visitors are served beside ten thousand connections on which nothing comes", async () => {
  const filled = await filledOnce("sqlite");
  const place = await filled.copy();
  const environment = {
    APP_SECRET: "a secret that only the tests know.",
    PUBLIC_URL: "http://shop.localhost",
    MAIL: "files",
    ...MARKET,
    PAYMENTS: "test",
    DATA_DIR: place.folder,
  };
  const shop = await startProcess(environment, 0, 120_000, process.env["TORTURE_BUILD"]);
  const { hostname, port } = new URL(shop.address);
  const open: Socket[] = [];
  let [closed, trickling] = [0, true];

  function hold(n: number): Socket {
    const socket = connect({ host: hostname, port: Number(port), localAddress: `127.0.1.${1 + (n % ADDRESSES)}` });
    socket.on("error", () => undefined);
    socket.on("close", () => (closed += 1));
    // Otherwise the socket would not notice that the server has closed it.
    socket.resume();
    open.push(socket);
    return socket;
  }
  async function visit(): Promise<number | null> {
    const from = performance.now();
    const clientRequest = request(`${shop.address}/products`, {
      agent: false,
      localAddress: "127.0.2.1",
      timeout: 60_000,
    });
    clientRequest.on("timeout", () => clientRequest.destroy());
    const status = once(clientRequest.end(), "response").then(async ([answer]) => {
      answer.resume();
      await once(answer, "end");
      return answer.statusCode === 200 ? performance.now() - from : null;
    });
    return status.catch(() => null);
  }
  async function visits(when: string): Promise<number> {
    const times: number[] = [];
    for (let n = 0; n < VISITS; n += 1) {
      const took = await visit();
      if (took !== null) times.push(took);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? NaN);
    say(
      `${when}: ${times.length} of ${VISITS} visits served, half within ${at(0.5)} ms, 95 of 100 within ${at(0.95)} ms; ` +
        `${open.length - closed} of ${open.length} connections open; ${megabytes(shop.pid, "VmRSS")} MB`,
    );
    return times.length;
  }

  try {
    const visitCounts = [await visits("before")];
    const slow = Array.from({ length: SLOW }, (_, n) => hold(n));
    void (async () => {
      for (let at = 0; trickling; at += 1) {
        for (const socket of slow) if (!socket.destroyed) socket.write("GET /products HTTP/1.1\r\nX: "[at] ?? "x");
        await pause(1000);
      }
    })();
    for (let n = 0; n < IDLE; n += 1) {
      hold(n);
      if (n % 250 === 249) await pause(20);
    }
    visitCounts.push(await visits("with all of them"));
    await pause(15_000);
    visitCounts.push(await visits("15 s later"));
    say(`at most ${megabytes(shop.pid, "VmHWM")} MB`);
    expect(visitCounts).toEqual([VISITS, VISITS, VISITS]);
  } finally {
    trickling = false;
    for (const socket of open) socket.destroy();
    await shop.kill();
    await place.remove();
    await filled.remove();
  }
});
