import { expect, test } from "vitest";
import { causesOf } from "../fixtures/failed-calls";

test("a failed test tells the last calls that were refused, and what the service logged of a fault", () => {
  const refusal = (n: number) => ({
    method: "POST",
    address: `/things/${n}`,
    status: 422,
    body: { error: [{ code: "too_big", path: "title" }], requestId: "1" },
  });
  const text = causesOf([1, 2, 3, 4, 5, 6].map(refusal), [
    JSON.stringify({ level: 30, msg: "request" }),
    JSON.stringify({ level: 50, msg: "a call failed", err: { stack: "TypeError: x is no thing\n at things.ts:1" } }),
  ]);
  expect(text).toContain(`POST /things/6 was answered 422: [{"code":"too_big","path":"title"}]`);
  expect(text).not.toContain("/things/1 ");
  expect(text).toContain("a call failed: TypeError: x is no thing\n at things.ts:1");
  expect(text).not.toContain("request");
  expect(causesOf([], [])).toBe("");
});
