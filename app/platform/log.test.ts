import { expect, test } from "vitest";
import { openLog } from "./log.server";

test("what a mail server says of a receiver is logged without the receiver", () => {
  const lines: string[] = [];
  const log = openLog({ logLevel: "info" }, { write: (line: string) => void lines.push(line) });
  const serverMessage = "550 5.1.1 <ada@example.com>: no such user, nor is grace@example.com";
  log.warn({ reason: serverMessage }, "a job failed");
  log.error({ err: new Error(serverMessage) }, "a page failed");
  expect(lines.join()).not.toContain("example.com");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    reason: "550 5.1.1 <[address]>: no such user, nor is [address]",
    msg: "a job failed",
  });
  expect(JSON.parse(lines[1] ?? "").err).toMatchObject({
    type: "Error",
    stack: expect.stringContaining("log.test.ts"),
  });
});

test("what Postgres says of a row that it refuses is logged without the row", () => {
  const lines: string[] = [];
  const log = openLog({ logLevel: "info" }, { write: (line: string) => void lines.push(line) });
  const error = Object.assign(new Error('new row violates check constraint "x"'), {
    code: "23514",
    constraint: "x",
    detail: "Failing row contains (1, Ada Lovelace, Where is my bread?).",
  });
  log.error({ err: error }, "a page failed");
  expect(lines.join()).not.toContain("Ada");
  expect(JSON.parse(lines[0] ?? "").err).toMatchObject({ code: "23514", constraint: "x", message: error.message });
});
