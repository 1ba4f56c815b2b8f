import { existsSync, writeSync } from "node:fs";

/* Holds the event loop of a process that got SIGPWR until the file of BUSY_UNTIL is there; without one it does nothing. */
const file = process.env["BUSY_UNTIL"];
if (file)
  process.on("SIGPWR", () => {
    writeSync(1, '{"msg":"busy"}\n');
    while (!existsSync(file)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  });
