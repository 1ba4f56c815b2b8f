import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import express from "express";
import { afterEach, expect, test } from "vitest";
import { longTest } from "../../tests/fixtures/long-test";
import { BODY_BUDGET, bodyBudget, type BodyBudget } from "~/edge/body/body-budget.server";
import { boundConnections } from "./connections.server";
import { readLimit } from "~/edge/rate-limit/read-limit.server";
import { refuseNonsense } from "./bounds.server";
import { REQUEST_BOUNDS } from "./http/request-bounds";

/* The limits in front of everything, on a real server. A request that passes is answered with the received bytes. */

let server: Server;
/** The number of requests that reached the server's handler. */
let handed = 0;
/** Bytes of their bodies that have arrived. */
let came = 0;
/** Requests to /busy wait for this. */
let isFree: Promise<void>;
let setFree = () => {};
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

interface Bounds {
  budget?: Partial<BodyBudget>;
  connections?: Partial<Parameters<typeof boundConnections>[1]>;
  reads?: number;
}

async function listening({ budget = {}, connections = {}, reads = 1000 }: Bounds = {}): Promise<number> {
  const site = express();
  [handed, came] = [0, 0];
  isFree = new Promise((resolve) => (setFree = resolve));
  const limitOf = (path: string) => ({ bytes: 1000, streamed: path.startsWith("/upload") });
  site.use((_, response, next) => {
    response.setHeader("X-Request-Id", "its id");
    next();
  });
  site.use(refuseNonsense());
  site.use(bodyBudget({ ...BODY_BUDGET, limitOf, clientOf: () => "a client", ...budget }));
  const mayRead = readLimit({ points: reads, seconds: 60 });
  site.use(async (request, response) => {
    if (!(await mayRead(response, "a client"))) return;
    // This path is busy before it reads the body.
    if (request.path === "/busy") await isFree;
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      came += chunk.length;
    });
    request.on("end", () => response.send(`came: ${bytes}`));
  });
  server = createServer({ maxHeaderSize: 16 * 1024 }, (request, response) => {
    handed += 1;
    if (admit(request, response)) site(request, response);
  });
  const admit = boundConnections(server, { inAll: 1000, perAddress: 100, requestsAtOnce: 8, ...connections });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Sends bytes as they are and gathers what comes back until it has `all` or the connection ends. */
function exchange(port: number, text: string, all = /\r\ncame: \d+$/): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    sockets.push(socket);
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString();
      if (all.test(received)) resolve(received);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(received || "dropped"));
  });
}

const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nHost: shop.test\r\n${headers}\r\n`;
const post = (path: string, length: number, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: shop.test\r\nContent-Length: ${length}\r\n\r\n${body}`;
const status = async (port: number, text: string) =>
  Number((await exchange(port, text, /^HTTP\/1\.1 \d+ /)).split(" ")[1]);
const HEAD = /\r\n\r\n/;

/** Sends a request that is not answered yet, and waits until the server has it. */
async function underWay(port: number, text: string): Promise<void> {
  const before = handed;
  void exchange(port, text);
  await expect.poll(() => handed).toBe(before + 1);
}

test("what no page of ours has in its address or its cookies is refused in a sentence; what one has passes", async () => {
  const port = await listening();
  const { pathSegments, pathCharacters, parameters, queryCharacters, cookies } = REQUEST_BOUNDS;
  const repeated = (n: number, text: string) => text.repeat(n);
  expect({
    deep: await status(port, get(repeated(pathSegments + 1, "/a"))),
    "deep, escaped": await status(port, get(`/${repeated(pathSegments, "a%2F")}`)),
    long: await status(port, get(`/${repeated(pathCharacters, "a")}`)),
    parameters: await status(port, get(`/?a=1${repeated(parameters, "&a=1")}`)),
    query: await status(port, get(`/?q=${repeated(queryCharacters, "a")}`)),
    cookies: await status(port, get("/", `Cookie: a=1${repeated(cookies, "; a=1")}\r\n`)),
    "begins with nothing": await status(port, get("//elsewhere.test/")),
    "begins with nothing, turned": await status(port, get("/\\elsewhere.test/")),
    "begins with nothing, once tidied up": await status(port, get("/a/..//elsewhere.test/")),
    "another page, once tidied up": await status(port, get("/upload/../login")),
    "another page, escaped": await status(port, get("/upload/%2E%2e/login")),
    "another page, turned": await status(port, get("/upload\\..\\login")),
    "itself, at its end": await status(port, get("/login/.")),
    "no letter": await status(port, get("/products/%zz%c0%ae")),
    "another method": await status(port, get("/").replace("GET", "PURGE")),
    "another address": await status(port, get("http://elsewhere.test/")),
    "a host that is a path": await status(port, get("/faqs").replace("shop.test", "shop.test/about?")),
    "a host with a name": await status(port, get("/faqs").replace("shop.test", "me@shop.test")),
  }).toEqual({
    deep: 404,
    "deep, escaped": 404,
    long: 404,
    parameters: 414,
    query: 414,
    cookies: 431,
    "begins with nothing": 404,
    "begins with nothing, turned": 404,
    "begins with nothing, once tidied up": 404,
    "another page, once tidied up": 404,
    "another page, escaped": 404,
    "another page, turned": 404,
    "itself, at its end": 404,
    "no letter": 400,
    "another method": 405,
    "another address": 400,
    "a host that is a path": 400,
    "a host with a name": 400,
  });
  for (const dotted of ["/.well-known/security.txt", "/assets/a..b.js", "/a.b/...", "/products?q=../..%2f."])
    expect(await status(port, get(dotted))).toBe(200);
  const whole = `${repeated(pathSegments, "/a")}?a=1${repeated(parameters - 1, "&a=1")}`;
  expect(await status(port, get(whole, `Cookie: a=1${repeated(cookies - 1, "; a=1")}\r\n`))).toBe(200);
});

test("a call is refused as the API's document says, with a code; anybody else in a sentence alone", async () => {
  const port = await listening();
  const body = async (text: string) => (await exchange(port, text, /\r\n\r\n.*[}.]$/)).split("\r\n\r\n")[1];
  const refusalBody = (message: string, code: string) => ({ error: [{ message, code }], requestId: "its id" });
  expect(JSON.parse(String(await body(post("/api/v1/support", 1001, ""))))).toEqual(
    refusalBody("The form is too large.", "too_large"),
  );
  expect(JSON.parse(String(await body(get(`/api/v1/product?q=${"a".repeat(9000)}`))))).toEqual(
    refusalBody("The address asks for too much at once.", "too_large"),
  );
  expect(JSON.parse(String(await body(get("/api/v1/%zz"))))).toEqual(
    refusalBody("The address could not be read.", "unreadable"),
  );
  expect(await body(post("/contact", 1001, ""))).toBe("The form is too large.");
});

test("a body that is too large for its address, or has no end, is refused before it is read", async () => {
  const port = await listening();
  expect(await status(port, post("/", 1001, ""))).toBe(413);
  expect(await status(port, post("/", 4, "abcd"))).toBe(200);
  const chunked = `POST / HTTP/1.1\r\nHost: shop.test\r\nTransfer-Encoding: chunked\r\n\r\n`;
  expect(await status(port, chunked)).toBe(411);
});

test("bodies of one client that are under way are bounded together, and room is given back when they end", async () => {
  const port = await listening({ budget: { perClientBytes: 2000, perClientStreams: 1 } });
  await underWay(port, post("/", 1000, "half"));
  await underWay(port, post("/", 900, "half"));
  expect(await status(port, post("/", 200, ""))).toBe(429);
  // Bodies that stream to the disk have a limit of their own.
  await underWay(port, post("/upload", 900, "half"));
  expect(await exchange(port, post("/upload", 900, ""), HEAD)).toMatch(/^HTTP\/1.1 429[\s\S]*Retry-After: 10/);
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(() => status(port, post("/", 4, "abcd"))).toBe(200);
});

test("everybody's bodies together are bounded, but a small form always passes", async () => {
  const limitOf = () => ({ bytes: 100_000, streamed: false });
  const port = await listening({ budget: { inAllBytes: 20_000, limitOf, clientOf: () => null } });
  await underWay(port, post("/", 60_000, "x".repeat(30_000)));
  await expect.poll(() => came).toBe(30_000);
  expect(await status(port, post("/", 60_000, ""))).toBe(503);
  expect(await status(port, post("/", 4, "abcd"))).toBe(200);
});

test("what may come to the disk at the same time is bounded, of one client and of all", async () => {
  const limitOf = () => ({ bytes: 100_000, streamed: true });
  const port = await listening({ budget: { limitOf, perClientStreamBytes: 70_000 } });
  await underWay(port, post("/", 60_000, "half"));
  expect(await exchange(port, post("/", 20_000, ""), HEAD)).toMatch(/^HTTP\/1.1 429[\s\S]*Retry-After: 10/);
  expect(await status(port, post("/", 4, "abcd"))).toBe(200);
  server.closeAllConnections();
  server.close();
  const forAll = await listening({ budget: { limitOf, inAllStreamBytes: 70_000, clientOf: () => null } });
  await underWay(forAll, post("/", 60_000, "half"));
  expect(await status(forAll, post("/", 20_000, ""))).toBe(503);
  expect(await status(forAll, post("/", 4, "abcd"))).toBe(200);
});

longTest("a body that hardly comes is dropped, one that comes slowly is not", async () => {
  const port = await listening({ budget: { graceSeconds: 1, bytesPerSecond: 100 } });
  const hardly = exchange(port, post("/", 1000, "half"));
  const slow = connect(port, "127.0.0.1", () => slow.write(post("/", 400, "")));
  sockets.push(slow);
  let received = "";
  slow.on("data", (chunk) => (received += chunk.toString()));
  const drip = setInterval(() => slow.write("x".repeat(50)), 300);
  await expect.poll(() => received).toContain("came: 400");
  clearInterval(drip);
  expect(await hardly).toMatch(/^HTTP\/1.1 408/);
});

longTest("a body that begins well and then stops is dropped, one that we do not read meanwhile is not", async () => {
  const limitOf = () => ({ bytes: 400_000, streamed: true });
  const port = await listening({ budget: { silentSeconds: 1, limitOf } });
  const unread = exchange(port, post("/busy", 400_000, "x".repeat(400_000)));
  expect(await exchange(port, post("/", 400_000, "x".repeat(399_000)))).toMatch(/^HTTP\/1.1 408/);
  setFree();
  expect(await unread).toContain("came: 400000");
});

test("a connection that asks for many things before the first is answered is dropped", async () => {
  const port = await listening();
  expect((await exchange(port, get("/").repeat(8), /(came: 0[^]*){8}$/)).match(/came: 0/g)).toHaveLength(8);
  expect(await exchange(port, get("/").repeat(9), /never/)).toBe("dropped");
});

test("connections of one address are bounded, and closed ones count no longer", async () => {
  const port = await listening({ connections: { perAddress: 3 } });
  const three = await Promise.all([1, 2, 3].map(() => exchange(port, get("/"))));
  expect([three.length, await exchange(port, get("/"))]).toEqual([3, "dropped"]);
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(() => exchange(port, get("/"))).toContain("came: 0");
});

test("who comes when there are as many connections as may be is let in for one that has asked nothing for longest", async () => {
  const port = await listening({ connections: { inAll: 3 } });
  const silent = exchange(port, "GET / HTTP/1.1\r\nHost: sh");
  const busy = exchange(port, get("/busy"));
  await expect.poll(() => handed).toBe(1);
  const asksAgain = await exchange(port, get("/"));
  expect(asksAgain).toContain("came: 0");
  // The busy connection and the one that was just answered stay. The one that never completed its request is closed.
  expect(await exchange(port, get("/"))).toContain("came: 0");
  expect(await silent).toBe("dropped");
  // The connection that was answered first is closed next.
  const [, , thirdSocket] = sockets;
  expect(thirdSocket?.destroyed).toBe(false);
  expect(await exchange(port, get("/"))).toContain("came: 0");
  await expect.poll(() => thirdSocket?.destroyed).toBe(true);
  setFree();
  expect(await busy).toContain("came: 0");
});

test("when all of them are at work, one more is turned away", async () => {
  const port = await listening({ connections: { inAll: 2 } });
  const busy = [exchange(port, get("/busy")), exchange(port, get("/busy"))];
  await expect.poll(() => handed).toBe(2);
  expect(await exchange(port, get("/"))).toBe("dropped");
  setFree();
  for (const one of busy) expect(await one).toContain("came: 0");
});

test("reading is limited: the answers say what is left, and then when to come back", async () => {
  const port = await listening({ reads: 2 });
  expect(await exchange(port, get("/"))).toMatch(/RateLimit-Policy: "read";q=2;w=60\r\nRateLimit: "read";r=1;t=60/);
  await exchange(port, get("/"));
  expect(await exchange(port, get("/"), HEAD)).toMatch(/^HTTP\/1.1 429[\s\S]*Retry-After: 60/);
  expect(await exchange(port, get("/api/v1/category"), /\}$/)).toContain('"code":"too_many_tries"');
});

test("of two thousand requests that come in one breath those after the ninth are not even looked at", async () => {
  const port = await listening();
  handed = 0;
  expect(await exchange(port, get("/").repeat(2000), /never/)).toBe("dropped");
  expect(handed).toBe(9);
  expect(await exchange(port, get("/", "Connection: close\r\n"))).toContain("came: 0");
});

test("a header that may stand once is refused where it stands twice, before anything reads either", async () => {
  const port = await listening();
  for (const name of ["Host", "HOST", "Authorization", "Content-Type", "Origin", "Referer"]) {
    const first = /^host$/i.test(name) ? "" : `${name}: shop.test\r\n`;
    expect([name, await status(port, get("/", `${first}${name}: shop.test\r\n`))]).toEqual([name, 400]);
  }
  expect(await status(port, get("/", "Cookie: a=1\r\nCookie: b=2\r\nAccept: a/b\r\nAccept: c/d\r\n"))).toBe(200);
});
