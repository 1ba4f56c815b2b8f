import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { logStream } from "./log-stream.server";

const describeDropped = (dropped: number) => `${dropped} dropped\n`;

/** An output that fails like a full disk while `isFull`, and otherwise records the lines. */
function disk() {
  const lines: string[] = [];
  const state = { isFull: false, lines };
  const output = new Writable({
    autoDestroy: false,
    write(bytes, _, callback) {
      if (state.isFull) return callback(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
      lines.push(String(bytes));
      callback();
    },
  });
  // Like process.stdout, which outlives its errors.
  output.on("error", () => (output as unknown as { _undestroy(): void })._undestroy());
  return { state, output: output as unknown as NodeJS.WriteStream };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("what a full disk does not take is dropped and counted, and told once there is room", async () => {
  const { state, output } = disk();
  const log = logStream(output, describeDropped);
  log.write("one\n");
  state.isFull = true;
  for (const line of ["two\n", "three\n"]) {
    log.write(line);
    await settled();
  }
  expect([log.dropped, log.works]).toEqual([2, false]);
  state.isFull = false;
  for (const line of ["four\n", "five\n"]) {
    log.write(line);
    await settled();
  }
  // The full disk may have taken half a line.
  expect(state.lines).toEqual(["one\n", "\nfour\n", "five\n", "2 dropped\n"]);
  expect(log.works).toBe(true);
});

test("a reader that does not read fills a megabyte, and no more", async () => {
  let bytes = 0;
  const output = new Writable({ highWaterMark: 1, write: () => undefined });
  const log = logStream(output as unknown as NodeJS.WriteStream, describeDropped);
  for (let n = 0; n < 3000; n += 1) log.write(`${"x".repeat(999)}\n`);
  bytes = output.writableLength;
  expect(bytes).toBeLessThan(1024 * 1024 + 2000);
  expect(log.dropped).toBe(3000 - bytes / 1000);
  expect(log.works).toBe(false);
  // The end does not wait for such a reader.
  await log.drained(1);
});
