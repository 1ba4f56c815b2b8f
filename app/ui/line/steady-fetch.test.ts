import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decode } from "turbo-stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GIVEN_BACK, steadyFetch } from "./steady-fetch";
import { waiting } from "./waiting";

const page = new EventTarget();
const bodies: string[] = [];
let server: Server;
let answers: ((asked: IncomingMessage, answer: ServerResponse) => void)[];

const good = (_: unknown, answer: ServerResponse) =>
  answer.writeHead(200, { "X-Remix-Response": "yes", "Content-Type": "text/x-script" }).end("[]");
const gone = (asked: IncomingMessage) => asked.socket.destroy();

beforeEach(async () => {
  bodies.length = 0;
  answers = [];
  server = createServer((asked, answer) => {
    let body = "";
    asked.on("data", (bytes: Buffer) => (body += bytes.toString()));
    asked.on("end", () => {
      bodies.push(body);
      (answers.shift() ?? good)(asked, answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubGlobal("location", { origin, href: `${origin}/contact` });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
});

afterEach(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const steady = steadyFetch(fetch);
const post = (signal = new AbortController().signal) =>
  steady(new URL("/contact.data", location.href), {
    method: "POST",
    body: new URLSearchParams({ _key: "one", description: "Hello" }),
    signal,
  });
const untilWaiting = () => vi.waitFor(() => expect(waiting.now()).toMatchObject([{ trying: false }]));
const again = () => waiting.now()[0]?.again();

test("a form whose answer is lost is sent again as it was, until there is one; meanwhile it is told that it waits", async () => {
  answers = [gone, gone];
  const sent = post();
  await untilWaiting();
  expect(waiting.now()).toMatchObject([{ kind: "form", cause: "line" }]);
  again();
  await vi.waitFor(() => expect(bodies).toHaveLength(2));
  await untilWaiting();
  again();
  expect(await (await sent).text()).toBe("[]");
  expect(new Set(bodies)).toEqual(new Set(["_key=one&description=Hello"]));
  expect(waiting.now()).toEqual([]);
});

test("an answer that breaks off half way is no answer", async () => {
  answers = [
    (asked, answer) => {
      answer.writeHead(200, { "X-Remix-Response": "yes", "Content-Length": "50" }).write("[");
      setTimeout(() => asked.socket.destroy(), 50);
    },
  ];
  const sent = post();
  await untilWaiting();
  again();
  expect((await sent).status).toBe(200);
});

test("a line that comes back is used at once, but a server that asked for time is given it", async () => {
  answers = [gone];
  const sent = post();
  await untilWaiting();
  page.dispatchEvent(new Event("online"));
  expect((await sent).status).toBe(200);

  answers = [(_, answer) => answer.writeHead(503, { "Retry-After": "2" }).end()];
  const before = Date.now();
  const busy = post();
  await untilWaiting();
  expect(waiting.now()).toMatchObject([{ cause: "busy" }]);
  page.dispatchEvent(new Event("online"));
  await busy;
  expect(Date.now() - before).toBeGreaterThan(1900);
});

test("a form that is taken back is not sent again, and its page stays as it is", async () => {
  answers = [gone];
  const sent = post();
  await untilWaiting();
  waiting.now()[0]?.stop();
  const { status, body } = await sent;
  expect(status).toBe(GIVEN_BACK);
  expect((await decode(body as ReadableStream<Uint8Array>)).value).toEqual({ data: null });
  expect([bodies.length, waiting.now()]).toEqual([1, []]);
});

test("a form is told after 20 seconds that no answer comes, also with a small file in it; a large one gets time to go up", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const sendFile = (bytes: number, signal: AbortSignal) => {
    const body = new FormData();
    body.set("file", new File(["x".repeat(bytes)], "goods.csv"));
    return steady(new URL("/contact.data", location.href), { method: "POST", body, signal });
  };
  const told = async (bytes: number, seconds: number) => {
    answers = [() => undefined];
    const left = new AbortController();
    const sent = sendFile(bytes, left.signal).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    const before = waiting.now().length;
    left.abort();
    await sent;
    return before === 1;
  };
  try {
    expect([await told(400, 19), await told(400, 21)]).toEqual([false, true]);
    expect([await told(4096 * 200, 210), await told(4096 * 200, 225)]).toEqual([false, true]);
  } finally {
    vi.useRealTimers();
  }
});

test("what failed on our side is tried again by hand alone", async () => {
  answers = [(_, answer) => answer.writeHead(413, { "Content-Type": "text/plain" }).end("The form is too large.")];
  const sent = post();
  await untilWaiting();
  expect(waiting.now()).toMatchObject([{ cause: "fault", said: "The form is too large." }]);
  page.dispatchEvent(new Event("online"));
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(bodies).toHaveLength(1);
  again();
  expect((await sent).status).toBe(200);
});

test("a page that nobody wants any more is not asked for again", async () => {
  answers = [gone];
  const left = new AbortController();
  const asked = post(left.signal);
  await untilWaiting();
  left.abort();
  await expect(asked).rejects.toThrow();
  expect([bodies.length, waiting.now()]).toEqual([1, []]);
});

test("requests that are none of Remix's own fail as they always do", async () => {
  answers = [gone, gone];
  await expect(
    steady(new URL("/api/v1/user", location.href), { signal: new AbortController().signal }),
  ).rejects.toThrow();
  // Fetched in advance: nobody waits for it.
  await expect(steady(new URL("/products.data", location.href))).rejects.toThrow();
});
