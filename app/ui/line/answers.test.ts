import { expect, test, vi } from "vitest";
import { lostPage } from "./answers";

const html = { "Content-Type": "text/html" };
const page = { ...html, "X-Page": "shown" };
const answer = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });

test.each([502, 503, 504, 429])("%i of a proxy is no answer, and is asked again when it says", (status) => {
  const busy = answer(status, { ...html, "Retry-After": "7" });
  for (const isPost of [true, false]) expect(lostPage(busy, "", isPost)).toEqual({ cause: "busy", retryAfter: 7 });
});

test("Retry-After may be a date, is never longer than five minutes, and nonsense is none", ({ onTestFinished }) => {
  const after = (value: string) => lostPage(answer(503, { "Retry-After": value }), "", true)?.retryAfter;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 2, 2, 12) });
  onTestFinished(() => void vi.useRealTimers());
  expect(after(new Date(Date.now() + 9000).toUTCString())).toBe(9);
  expect(after("86400")).toBe(300);
  expect(after("soon")).toBe(0);
  expect(after(new Date(0).toUTCString())).toBe(0);
});

test("what refuses a form before it is read says why in its own words", () => {
  const tooLarge = answer(413, { "Content-Type": "text/plain; charset=utf-8" });
  expect(lostPage(tooLarge, "The form is too large.", true)).toEqual({
    cause: "fault",
    retryAfter: 0,
    said: "The form is too large.",
  });
  expect(lostPage(answer(404, html), "<html>", false)).toBeNull();
});

test("a page of the shop is an answer, also one that refuses a form; one of a proxy or of a login is none", () => {
  for (const status of [200, 409, 422, 429, 502]) expect(lostPage(answer(status, page), "", true)).toBeNull();
  for (const status of [503, 425]) expect(lostPage(answer(status, page), "", true)?.cause).toBe("busy");
  expect(lostPage(answer(502, html), "", true)?.cause).toBe("busy");
  expect(lostPage(answer(200, html), "<html>", true)?.cause).toBe("line");
});

test("a redirect is an answer; a page that failed is none, for the one that is open stays", () => {
  expect(lostPage(answer(204, { "X-Location": "/operator" }), "", true)).toBeNull();
  const failed = { ...html, "X-Page": "failed" };
  for (const isPost of [true, false])
    expect(lostPage(answer(500, failed), "", isPost)).toEqual({ cause: "fault", retryAfter: 0 });
  // A page that says that there is no such page is an answer.
  expect(lostPage(answer(404, failed), "", false)).toBeNull();
});
