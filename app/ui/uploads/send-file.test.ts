import type * as Tus from "tus-js-client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendFile } from "./send-file";

// The version for browsers; Node would get one that sends through sockets.
vi.mock("tus-js-client", () => vi.importActual<typeof Tus>("tus-js-client/lib.es5/browser/index.js"));

const ENDPOINT = "https://shop.test/file/resumable";
const MEGABYTE = 1024 * 1024;

/** Requests that arrived, as method and offset, and the methods of the next ones that get no answer. */
let requestLines: string[];
let swallowed: string[];
let receivedBytes: number;
let length: number;

function isSwallowed(method: string): boolean {
  if (swallowed[0] !== method) return false;
  swallowed.shift();
  return true;
}

/** A stand-in for XMLHttpRequest, with a service behind it that takes uploads. */
class Request {
  upload: { onprogress?(event: unknown): void } = {};
  onload?: () => void;
  status = 0;
  responseText = "";
  private method = "";
  private answer: Record<string, string> = {};
  private isAborted = false;

  open(method: string) {
    this.method = method;
  }
  setRequestHeader() {}
  getResponseHeader(name: string) {
    return this.answer[name] ?? null;
  }
  abort() {
    this.isAborted = true;
  }
  send(body: Blob | null) {
    requestLines.push(`${this.method} ${receivedBytes}`);
    // The whole body is in the buffers of the device at once, whatever the connection does.
    if (body) this.upload.onprogress?.({ lengthComputable: true, loaded: body.size });
    if (isSwallowed(this.method)) return;
    if (this.method === "PATCH") receivedBytes += body?.size ?? 0;
    this.answer = {
      Location: `${ENDPOINT}/1`,
      "Upload-Offset": String(receivedBytes),
      "Upload-Length": String(length),
    };
    this.status = this.method === "POST" ? 201 : 200;
    setTimeout(() => this.isAborted || this.onload?.(), 10);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  [requestLines, swallowed, receivedBytes] = [[], [], 0];
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  vi.stubGlobal("XMLHttpRequest", Request);
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    requestLines.push("finish");
    if (!isSwallowed("finish")) return Response.json({ data: "kept" });
    return new Promise((_resolve, reject) => {
      init.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
    });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function send(bytes: number, signal = new AbortController().signal) {
  length = bytes;
  const onLineDown = vi.fn();
  const outcome: { kept?: string; failure?: unknown } = {};
  const sending = sendFile<string>(new File([new Uint8Array(bytes)], "one.png"), {
    endpoint: ENDPOINT,
    metadata: {},
    signal,
    onProgress: () => undefined,
    onWhole: () => undefined,
    onLineDown,
  }).then(
    (storedValue) => Object.assign(outcome, { kept: storedValue }),
    (failure: unknown) => Object.assign(outcome, { failure }),
  );
  return { outcome, onLineDown, sent: sending };
}
/** Waits for the library, which loads in real time. */
const waitForStart = () => expect.poll(() => requestLines).not.toEqual([]);
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

test("a piece that nothing is heard of for 20 seconds counts as lost, and is gone on with", async () => {
  swallowed = ["PATCH"];
  const { outcome, onLineDown } = send(4000);
  await waitForStart();
  await seconds(19);
  expect([requestLines, onLineDown.mock.calls.length]).toEqual([["POST 0", "PATCH 0"], 0]);
  await seconds(5);
  expect(onLineDown).toHaveBeenCalledTimes(1);
  expect(requestLines).toEqual(["POST 0", "PATCH 0", "HEAD 0", "PATCH 0", "finish"]);
  expect(outcome).toEqual({ kept: "kept" });
});

test("so do the questions before the first piece and after the last", async () => {
  swallowed = ["POST", "PATCH", "HEAD", "finish"];
  const { outcome, onLineDown } = send(4000);
  await waitForStart();
  await seconds(100);
  expect(onLineDown).toHaveBeenCalledTimes(4);
  expect(requestLines).toEqual(["POST 0", "POST 0", "PATCH 0", "HEAD 0", "HEAD 0", "PATCH 0", "finish", "finish"]);
  expect(outcome).toEqual({ kept: "kept" });
});

test("a large piece gets the time that a slow line takes for it, each of them anew", async () => {
  swallowed = ["PATCH", "PATCH"];
  const { outcome, onLineDown } = send(2 * MEGABYTE);
  await waitForStart();
  await seconds(20 + MEGABYTE / 4096 - 2);
  expect(onLineDown).not.toHaveBeenCalled();
  await seconds(5);
  expect(onLineDown).toHaveBeenCalledTimes(1);
  await seconds(20 + MEGABYTE / 4096 + 5);
  expect(onLineDown).toHaveBeenCalledTimes(2);
  expect(outcome).toEqual({ kept: "kept" });
});

test("an upload that is stopped is not gone on with, in browsers too whose signals throw nothing", async () => {
  swallowed = ["PATCH"];
  const end = new AbortController();
  Object.defineProperty(end.signal, "throwIfAborted", { value: undefined });
  const { outcome, onLineDown, sent } = send(4000, end.signal);
  await waitForStart();
  await seconds(21.5);
  end.abort();
  await sent;
  const before = requestLines.length;
  await seconds(60);
  expect([requestLines.length, onLineDown.mock.calls.length]).toEqual([before, 1]);
  expect(outcome.failure).toMatchObject({ name: "AbortError" });
});
