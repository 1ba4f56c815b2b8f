import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rounds } from "../../../tests/fixtures/rounds";
import { untilAnswered } from "./until-answered";
import { waiting } from "./waiting";

const page = new EventTarget();
const bodies: string[] = [];
let server: Server;
let answers: ((request: IncomingMessage, answer: ServerResponse) => void)[];

const good = (_: unknown, answer: ServerResponse) =>
  answer.writeHead(200, { "X-Page": "shown", "Content-Type": "text/html" }).end("<p>");
const dropConnection = (request: IncomingMessage) => request.socket.destroy();

beforeEach(async () => {
  bodies.length = 0;
  answers = [];
  server = createServer((request, answer) => {
    let body = "";
    request.on("data", (bytes: Buffer) => (body += bytes.toString()));
    request.on("end", () => {
      bodies.push(body);
      (answers.shift() ?? good)(request, answer);
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

const post = (signal = new AbortController().signal) =>
  untilAnswered(fetch, new URL("/contact", location.href), {
    method: "POST",
    body: new URLSearchParams({ _key: "one", description: "Hello" }),
    signal,
  });
const untilWaiting = () => expect.poll(() => waiting.now()).toMatchObject([{ trying: false }]);
const retryFirst = () => waiting.now()[0]?.again();

test("a form whose answer is lost is sent again as it was, until there is one; meanwhile it is told that it waits", async () => {
  answers = [dropConnection, dropConnection];
  const sending = post();
  await untilWaiting();
  expect(waiting.now()).toMatchObject([{ kind: "form", cause: "line" }]);
  retryFirst();
  await expect.poll(() => bodies).toHaveLength(2);
  await untilWaiting();
  retryFirst();
  expect(await (await sending)?.text()).toBe("<p>");
  expect(new Set(bodies)).toEqual(new Set(["_key=one&description=Hello"]));
  expect(waiting.now()).toEqual([]);
});

test("an answer that breaks off half way is no answer", async () => {
  answers = [
    (request, answer) => {
      answer.writeHead(200, { "X-Page": "shown", "Content-Length": "50" }).write("<p>");
      setTimeout(() => request.socket.destroy(), 50);
    },
  ];
  const sending = post();
  await untilWaiting();
  retryFirst();
  expect((await sending)?.status).toBe(200);
});

test("a line that comes back is used at once, but a server that asked for time is given it", async ({
  onTestFinished,
}) => {
  answers = [dropConnection];
  const sending = post();
  await untilWaiting();
  page.dispatchEvent(new Event("online"));
  expect((await sending)?.status).toBe(200);

  answers = [(_, answer) => answer.writeHead(503, { "Retry-After": "2" }).end()];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const busy = post();
  await untilWaiting();
  expect(waiting.now()).toMatchObject([{ cause: "busy" }]);
  const before = bodies.length;
  page.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(1900);
  await rounds();
  expect(bodies).toHaveLength(before);
  await vi.advanceTimersByTimeAsync(1100);
  expect((await busy)?.status).toBe(200);
});

test("a form that is taken back is not sent again, and its page stays as it is", async () => {
  answers = [dropConnection];
  const sending = post();
  await untilWaiting();
  waiting.now()[0]?.stop();
  expect(await sending).toBeNull();
  expect([bodies.length, waiting.now()]).toEqual([1, []]);
});

test("a form is told after 20 seconds that no answer comes, also with a small file in it; a large one gets time to go up", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const sendFile = (bytes: number, signal: AbortSignal) => {
    const body = new FormData();
    body.set("file", new File(["x".repeat(bytes)], "goods.csv"));
    return untilAnswered(fetch, new URL("/contact", location.href), { method: "POST", body, signal });
  };
  const secondsToldFor = async (bytes: number, seconds: number) => {
    answers = [() => undefined];
    const controller = new AbortController();
    const sending = sendFile(bytes, controller.signal).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    const before = waiting.now().length;
    controller.abort();
    await sending;
    return before === 1;
  };
  try {
    expect([await secondsToldFor(400, 19), await secondsToldFor(400, 21)]).toEqual([false, true]);
    expect([await secondsToldFor(4096 * 200, 210), await secondsToldFor(4096 * 200, 225)]).toEqual([false, true]);
  } finally {
    vi.useRealTimers();
  }
});

test("what failed on our side is tried again by hand alone", async () => {
  answers = [(_, answer) => answer.writeHead(413, { "Content-Type": "text/plain" }).end("The form is too large.")];
  const sending = post();
  await untilWaiting();
  expect(waiting.now()).toMatchObject([{ cause: "fault", said: "The form is too large." }]);
  page.dispatchEvent(new Event("online"));
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(bodies).toHaveLength(1);
  retryFirst();
  expect((await sending)?.status).toBe(200);
});

test("a page that nobody wants any more is not asked for again", async () => {
  answers = [dropConnection];
  const controller = new AbortController();
  const posting = post(controller.signal);
  await untilWaiting();
  controller.abort();
  await expect(posting).rejects.toThrow();
  expect([bodies.length, waiting.now()]).toEqual([1, []]);
});
