import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import express from "express";
import { afterEach, expect, test } from "vitest";
import { BODY_BUDGET, bodyBudget, type BodyBudget } from "./body-budget.server";
import { boundConnections } from "./connections.server";
import { readLimit } from "./read-limit.server";
import { REQUEST_BOUNDS, refuseNonsense } from "./request-bounds.server";

/* The bounds in front of everything, on a real server: what passes is answered with how many bytes came. */

let server: Server;
/** How many requests the server was handed. */
let handed = 0;
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
  handed = 0;
  const limitOf = (path: string) => ({ bytes: 1000, streamed: path.startsWith("/upload") });
  site.use((_, response, next) => {
    response.setHeader("X-Request-Id", "its id");
    next();
  });
  site.use(refuseNonsense(false));
  site.use(bodyBudget({ ...BODY_BUDGET, limitOf, clientOf: () => "a client", ...budget }));
  const mayRead = readLimit({ points: reads, seconds: 60 });
  site.use(async (request, response) => {
    if (!(await mayRead(response, "a client"))) return;
    // Is at something else before it reads.
    if (request.path === "/busy") await new Promise((resolve) => setTimeout(resolve, 3500));
    let bytes = 0;
    request.on("data", (chunk: Buffer) => (bytes += chunk.length));
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

/**
 * Sends bytes as they are and gathers what comes back until it has `all`, the connection ends, or it is left open for
 * `patience`.
 */
function sent(port: number, text: string, patience = 400, all = /\r\ncame: \d+$/): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    sockets.push(socket);
    let said = "";
    socket.on("data", (chunk) => {
      said += chunk.toString();
      if (all.test(said)) resolve(said);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(said || "dropped"));
    setTimeout(() => resolve(said || "nothing"), patience).unref();
  });
}

const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nHost: shop.test\r\n${headers}\r\n`;
const post = (path: string, length: number, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: shop.test\r\nContent-Length: ${length}\r\n\r\n${body}`;
const status = async (port: number, text: string) =>
  Number((await sent(port, text, 400, /^HTTP\/1\.1 \d+ /)).split(" ")[1]);

test("what no page of ours has in its address or its cookies is refused in a sentence; what one has passes", async () => {
  const port = await listening();
  const { pathSegments, pathCharacters, parameters, queryCharacters, cookies } = REQUEST_BOUNDS;
  const many = (n: number, text: string) => text.repeat(n);
  expect({
    deep: await status(port, get(many(pathSegments + 1, "/a"))),
    "deep, escaped": await status(port, get(`/${many(pathSegments, "a%2F")}`)),
    long: await status(port, get(`/${many(pathCharacters, "a")}`)),
    parameters: await status(port, get(`/?a=1${many(parameters, "&a=1")}`)),
    query: await status(port, get(`/?q=${many(queryCharacters, "a")}`)),
    cookies: await status(port, get("/", `Cookie: a=1${many(cookies, "; a=1")}\r\n`)),
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
  const whole = `${many(pathSegments, "/a")}?a=1${many(parameters - 1, "&a=1")}`;
  expect(await status(port, get(whole, `Cookie: a=1${many(cookies - 1, "; a=1")}\r\n`))).toBe(200);
});

test("a call is refused as the API's document says, with a code; anybody else in a sentence alone", async () => {
  const port = await listening();
  const body = async (text: string) => (await sent(port, text, 400, /never/)).split("\r\n\r\n")[1];
  const refused = (message: string, code: string) => ({ error: [{ message, code }], requestId: "its id" });
  expect(JSON.parse(String(await body(post("/api/v1/support", 1001, ""))))).toEqual(
    refused("The form is too large.", "too_large"),
  );
  expect(JSON.parse(String(await body(get(`/api/v1/product?q=${"a".repeat(9000)}`))))).toEqual(
    refused("The address asks for too much at once.", "too_large"),
  );
  expect(JSON.parse(String(await body(get("/api/v1/%zz"))))).toEqual(
    refused("The address could not be read.", "unreadable"),
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
  const first = sent(port, post("/", 1000, "half"));
  await sent(port, post("/", 900, "half"));
  expect(await status(port, post("/", 200, ""))).toBe(429);
  // What goes to the disk is counted apart.
  await sent(port, post("/upload", 900, "half"));
  expect(await sent(port, post("/upload", 900, ""))).toMatch(/^HTTP\/1.1 429[\s\S]*Retry-After: 10/);
  await first;
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(() => status(port, post("/", 4, "abcd"))).toBe(200);
});

test("everybody's bodies together are bounded, but a small form always passes", async () => {
  const limitOf = () => ({ bytes: 100_000, streamed: false });
  const port = await listening({ budget: { inAllBytes: 20_000, limitOf, clientOf: () => null } });
  await sent(port, post("/", 60_000, "x".repeat(30_000)));
  expect(await status(port, post("/", 60_000, ""))).toBe(503);
  expect(await status(port, post("/", 4, "abcd"))).toBe(200);
});

test("what may come to the disk at the same time is bounded, of one client and of all", async () => {
  const limitOf = () => ({ bytes: 100_000, streamed: true });
  const port = await listening({ budget: { limitOf, perClientStreamBytes: 70_000 } });
  await sent(port, post("/", 60_000, "half"));
  expect(await sent(port, post("/", 20_000, ""))).toMatch(/^HTTP\/1.1 429[\s\S]*Retry-After: 10/);
  expect(await status(port, post("/", 4, "abcd"))).toBe(200);
  server.closeAllConnections();
  server.close();
  const forAll = await listening({ budget: { limitOf, inAllStreamBytes: 70_000, clientOf: () => null } });
  await sent(forAll, post("/", 60_000, "half"));
  expect(await status(forAll, post("/", 20_000, ""))).toBe(503);
  expect(await status(forAll, post("/", 4, "abcd"))).toBe(200);
});

test("a body that hardly comes is dropped, one that comes slowly is not", async () => {
  const port = await listening({ budget: { graceSeconds: 1, bytesPerSecond: 20 } });
  const hardly = sent(port, post("/", 1000, "half"), 6000);
  const slow = connect(port, "127.0.0.1", () => slow.write(post("/", 500, "")));
  sockets.push(slow);
  let said = "";
  slow.on("data", (chunk) => (said += chunk.toString()));
  const drip = setInterval(() => slow.write("x".repeat(50)), 400);
  await expect.poll(() => said, { timeout: 10_000 }).toContain("came: 500");
  clearInterval(drip);
  expect(await hardly).toMatch(/^HTTP\/1.1 408/);
});

test("a body that begins well and then stops is dropped, one that we do not read meanwhile is not", async () => {
  const limitOf = () => ({ bytes: 400_000, streamed: true });
  const port = await listening({ budget: { silentSeconds: 1, limitOf } });
  const [stopped, unread] = await Promise.all([
    sent(port, post("/", 400_000, "x".repeat(399_000)), 6000),
    sent(port, post("/busy", 400_000, "x".repeat(400_000)), 6000),
  ]);
  expect(stopped).toMatch(/^HTTP\/1.1 408/);
  expect(unread).toContain("came: 400000");
});

test("a connection that asks for many things before the first is answered is dropped", async () => {
  const port = await listening();
  expect((await sent(port, get("/").repeat(8), 400, /never/)).match(/came: 0/g)).toHaveLength(8);
  expect(await sent(port, get("/").repeat(9), 10_000)).toBe("dropped");
});

test("connections of one address are bounded, and closed ones count no longer", async () => {
  const port = await listening({ connections: { perAddress: 3 } });
  const three = await Promise.all([1, 2, 3].map(() => sent(port, get("/"))));
  expect([three.length, await sent(port, get("/"))]).toEqual([3, "dropped"]);
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(() => sent(port, get("/"))).toContain("came: 0");
});

test("who comes when there are as many connections as may be is let in for one that has asked nothing for longest", async () => {
  const port = await listening({ connections: { inAll: 3 } });
  const silent = sent(port, "GET / HTTP/1.1\r\nHost: sh", 20_000);
  const busy = sent(port, get("/busy"), 20_000);
  await expect.poll(() => handed).toBe(1);
  const asksAgain = await sent(port, get("/"));
  expect(asksAgain).toContain("came: 0");
  // Busy and whoever was just answered stay; the one that never came to its question goes.
  expect(await sent(port, get("/"))).toContain("came: 0");
  expect(await silent).toBe("dropped");
  // Now the one that was answered first.
  const [, , answered] = sockets;
  expect(answered?.destroyed).toBe(false);
  expect(await sent(port, get("/"))).toContain("came: 0");
  await expect.poll(() => answered?.destroyed).toBe(true);
  expect(await busy).toContain("came: 0");
});

test("when all of them are at work, one more is turned away", async () => {
  const port = await listening({ connections: { inAll: 2 } });
  const busy = [sent(port, get("/busy"), 20_000), sent(port, get("/busy"), 20_000)];
  await expect.poll(() => handed).toBe(2);
  expect(await sent(port, get("/"))).toBe("dropped");
  for (const one of busy) expect(await one).toContain("came: 0");
});

test("reading is limited: the answers say what is left, and then when to come back", async () => {
  const port = await listening({ reads: 2 });
  expect(await sent(port, get("/"))).toMatch(/RateLimit-Policy: "read";q=2;w=60\r\nRateLimit: "read";r=1;t=60/);
  await sent(port, get("/"));
  expect(await sent(port, get("/"))).toMatch(/^HTTP\/1.1 429[\s\S]*Retry-After: 60/);
  expect(await sent(port, get("/api/v1/category"))).toContain('"code":"too_many_tries"');
});

test("of two thousand requests that come in one breath those after the ninth are not even looked at", async () => {
  const port = await listening();
  handed = 0;
  expect(await sent(port, get("/").repeat(2000), 10_000)).toBe("dropped");
  expect(handed).toBe(9);
  expect(await sent(port, get("/", "Connection: close\r\n"))).toContain("came: 0");
});
