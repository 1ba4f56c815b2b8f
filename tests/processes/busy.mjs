import { existsSync, writeSync } from "node:fs";

/* At SIGPWR, holds the process's event loop until the file in BUSY_UNTIL exists. Without BUSY_UNTIL it does nothing. */
const file = process.env["BUSY_UNTIL"];
if (file)
  process.on("SIGPWR", () => {
    writeSync(1, '{"msg":"busy"}\n');
    while (!existsSync(file)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  });
