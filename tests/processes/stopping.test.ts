import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { MARKET } from "../../scripts/gate/market.mjs";
import { filledOnce, type Place } from "./places";
import { buildOnce, startProcess, type ShopProcess } from "./shop-process";

/* The built server is asked to end, as a deployment does, while people are connected to it. */

const MEGABYTE = 1024 * 1024;
const BODY = JSON.stringify({ email: "late@example.com" });

let filled: Awaited<ReturnType<typeof filledOnce>>;
let place: Place;
let shop: ShopProcess;
const open: Socket[] = [];

const startShop = (env: Record<string, string> = {}) =>
  startProcess(
    {
      APP_SECRET: "a secret that only the tests know.",
      PUBLIC_URL: "http://shop.localhost",
      MAIL: "files",
      ...MARKET,
      PAYMENTS: "test",
      DATA_DIR: place.folder,
      ...env,
    },
    0,
  );

beforeAll(async () => {
  buildOnce();
  filled = await filledOnce("sqlite");
});
beforeEach(async () => {
  place = await filled.copy();
  shop = await startShop();
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await shop.kill();
  await place.remove();
});
afterAll(() => filled.remove());

/** Sends a request whose body only ends when `send` is called. Returns the whole response. */
async function halfSent(): Promise<{ send(): void; answer: Promise<string>; socket: Socket }> {
  const { hostname, port } = new URL(shop.address);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  let came = "";
  socket.on("data", (bytes) => (came += String(bytes)));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const head = ["POST /api/v1/newsletter HTTP/1.1", "Host: shop.test", "Content-Type: application/json"];
  socket.write(`${[...head, `Content-Length: ${BODY.length}`].join("\r\n")}\r\n\r\n${BODY.slice(0, 5)}`);
  return {
    socket,
    send: () => void socket.write(BODY.slice(5)),
    answer: once(socket, "close").then(() => came),
  };
}

/** A connection that is kept alive and not used. */
async function idle(): Promise<Socket> {
  const agent = new Agent({ keepAlive: true });
  const asked = request(`${shop.address}/healthz`, { agent }).end();
  const [answer] = await once(asked, "response");
  answer.resume();
  await once(answer, "end");
  open.push(asked.socket as Socket);
  return asked.socket as Socket;
}

test("idle connections are closed at once, requests under way are answered, and it ends well", async () => {
  const [unused, late] = [await idle(), await halfSent()];
  const closed = once(unused, "close");
  const gone = shop.stop();
  await closed;
  late.send();
  expect(await late.answer).toMatch(/^HTTP\/1\.1 20[01] /);
  expect(await gone).toEqual([0, null]);
  expect(await place.database.db.selectFrom("subscribers").select("email").execute()).toEqual([
    { email: "late@example.com" },
  ]);
});

test("requests that came while the process was busy are answered, on new connections and on idle ones", async () => {
  await shop.kill();
  const go = path.join(place.folder, "go");
  shop = await startShop({ BUSY_UNTIL: go });
  const { hostname, port } = new URL(shop.address);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  /** Sends a request, and calls `onWritten` once the kernel has it. */
  const statusOf = (options: object, onWritten = () => undefined as void) =>
    new Promise<string>((resolve) => {
      const sent = request({ host: hostname, port, path: "/healthz", ...options }, (response) => {
        response.resume().on("end", () => resolve(String(response.statusCode)));
      });
      sent.on("error", (error) => resolve(error.message)).end();
      sent.once("socket", (socket) => {
        // The request is written as soon as there is a connection.
        if (socket.connecting) socket.once("connect", () => setImmediate(onWritten));
        else setImmediate(onWritten);
      });
    });
  await Promise.all(Array.from({ length: 8 }, () => statusOf({ agent })));
  shop.signal("SIGPWR");
  await expect.poll(() => shop.logged.some((line) => line.includes('"busy"'))).toBe(true);
  let writtenCount = 0;
  const onWritten = () => {
    writtenCount += 1;
  };
  const statuses = Promise.all(
    Array.from({ length: 24 }, (_, n) => statusOf({ agent: n % 3 === 0 && agent }, onWritten)),
  );
  await expect.poll(() => writtenCount).toBe(24);
  const gone = shop.stop();
  writeFileSync(go, "");
  expect(await statuses).toEqual(Array.from({ length: 24 }, () => "200"));
  expect(await gone).toEqual([0, null]);
  agent.destroy();
});

test("one that never sends its end is cut after a while", async () => {
  await halfSent();
  expect(await shop.stop()).toEqual([0, null]);
});

test("an upload that a stop cuts goes on where it was, at the process after it", async () => {
  const film = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from("ftypisom\0\0\x02\0isomiso2"),
    randomBytes(MEGABYTE),
  ]);
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const tus = (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) =>
    fetch(`${shop.address}/api/v1/file/resumable${path}`, {
      method,
      headers: { Authorization: place.merchant.token, "Tus-Resumable": "1.0.0", ...headers },
      ...(body && { body: new Uint8Array(body) }),
    });
  const begun = await tus("POST", "", {
    "Upload-Length": String(film.length),
    "Upload-Metadata": `intendedFileName ${base64("video")},filename ${base64("market.mp4")}`,
  });
  const path = begun.headers.get("Location")?.replace("/api/v1/file/resumable", "") ?? "";
  const { hostname, port } = new URL(shop.address);
  const socket = connect(Number(port), hostname).on("error", () => undefined);
  open.push(socket);
  const cut = 700_000;
  const head = [
    `PATCH /api/v1/file/resumable${path} HTTP/1.1`,
    "Host: shop.test",
    `Authorization: ${place.merchant.token}`,
    "Tus-Resumable: 1.0.0",
    "Upload-Offset: 0",
    "Content-Type: application/offset+octet-stream",
    `Content-Length: ${film.length}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(film.subarray(0, cut));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await shop.stop()).toEqual([0, null]);
  shop = await startShop();
  const at = Number((await tus("HEAD", path)).headers.get("Upload-Offset"));
  expect(at).toBe(cut);
  const rest = { "Upload-Offset": String(at), "Content-Type": "application/offset+octet-stream" };
  expect((await tus("PATCH", path, rest, film.subarray(at))).status).toBe(204);
  const whole = await tus("POST", `${path}/finish`);
  expect([whole.status, await whole.json()]).toMatchObject([201, { data: { bytes: film.length } }]);
});

test("a failure that nobody waited for ends it, and the next one starts clean", async () => {
  expect(await shop.fail()).toEqual([1, null]);
  shop = await startShop();
  expect((await fetch(`${shop.address}/readyz`)).status).toBe(200);
});

test("who asks twice does not wait", async () => {
  await halfSent();
  const unused = await idle();
  const closed = once(unused, "close");
  void shop.stop();
  await closed;
  expect(await shop.stop()).toEqual([143, null]);
});
