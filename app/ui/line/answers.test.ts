import { text } from "node:stream/consumers";
import { encode } from "turbo-stream";
import { expect, test } from "vitest";
import { lostIn } from "./answers";

const remix = { "X-Remix-Response": "yes", "Content-Type": "text/x-script" };
const html = { "Content-Type": "text/html" };
const answer = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });
const written = (value: unknown) => text(encode(value) as unknown as AsyncIterable<string>);

test.each([502, 503, 504, 429])("%i of a proxy is no answer, and is asked again when it says", (status) => {
  const busy = answer(status, { ...html, "Retry-After": "7" });
  for (const posted of [true, false]) expect(lostIn(busy, "", posted)).toEqual({ cause: "busy", retryAfter: 7 });
});

test("Retry-After may be a date, is never longer than five minutes, and nonsense is none", () => {
  const after = (value: string) => lostIn(answer(503, { "Retry-After": value }), "", true)?.retryAfter;
  expect(after(new Date(Date.now() + 9500).toUTCString())).toBeGreaterThan(7);
  expect(after("86400")).toBe(300);
  expect(after("soon")).toBe(0);
  expect(after(new Date(0).toUTCString())).toBe(0);
});

test("the site's own refusal of a form is an answer, also for too many tries; a server that is out of order is none", () => {
  for (const status of [200, 202, 409, 422, 429, 502]) expect(lostIn(answer(status, remix), "[]", true)).toBeNull();
  expect(lostIn(answer(503, remix), "[]", true)?.cause).toBe("busy");
  // The first post of the same form is still at work.
  expect(lostIn(answer(425, remix), "[]", true)?.cause).toBe("busy");
  expect(lostIn(answer(429, remix), "[]", false)?.cause).toBe("busy");
});

test("a form that failed on our side is kept; one that was refused with 500 comes back with its sentence", async () => {
  const failed = await written({ error: new Error("Unexpected Server Error") });
  const refused = await written({ data: { lastResult: { error: { "": ["An unexpected error occurred."] } } } });
  expect(lostIn(answer(500, remix), failed, true)).toEqual({ cause: "fault", retryAfter: 0 });
  expect(lostIn(answer(500, remix), refused, true)).toBeNull();
  expect(lostIn(answer(500, remix), failed, false)).toBeNull();
});

test("a page in the place of data is a network that wants a login first", () => {
  expect(lostIn(answer(200, html), "<html>", true)?.cause).toBe("line");
  expect(lostIn(answer(204), "", false)).toBeNull();
  expect(lostIn(answer(200, { "Content-Type": "application/json; charset=utf-8" }), "{}", false)).toBeNull();
});

test("what refuses a form before it is read says why in its own words", () => {
  const tooLarge = answer(413, { "Content-Type": "text/plain; charset=utf-8" });
  expect(lostIn(tooLarge, "The form is too large.", true)).toEqual({
    cause: "fault",
    retryAfter: 0,
    said: "The form is too large.",
  });
  expect(lostIn(answer(404, html), "<html>", false)).toBeNull();
});
