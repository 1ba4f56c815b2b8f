import type { DestinationStream } from "pino";

/** The limit on lines that wait for a slow reader. Beyond it lines are dropped, because memory matters more. */
const MOST_WAITING_BYTES = 1024 * 1024;

type Output = Pick<NodeJS.WriteStream, "on" | "write" | "writableLength">;

/** A destination of log lines. If it fails or hangs, it does not hold up the code that logs. */
export interface LogStream extends DestinationStream {
  /** Lines that could not be written since the start. */
  readonly dropped: number;
  /** Whether the last line was written, or waits for its reader. */
  readonly works: boolean;
  /** Settles when everything is written, or after so many milliseconds at the latest. */
  drained(milliseconds: number): Promise<void>;
}

/**
 * Writes lines to `output`, which is a file, a pipe or a terminal. A line that cannot be written (a full disk, a closed
 * pipe, a pipe that nobody reads) is dropped and counted. `describe` makes the line that reports the loss once writing
 * works again. Pino's own destination writes synchronously and retries without end, so that a full disk stops the
 * process.
 */
export function logStream(output: Output, describe: (dropped: number) => string): LogStream {
  let [dropped, reportedDrops, works, isTorn] = [0, 0, true, false];
  // An error event without a listener ends the process. The callback of `write` counts the error.
  output.on("error", () => undefined);

  function put(line: string): void {
    const onError = (error: unknown) => {
      dropped += 1;
      works = false;
      // A full disk takes the beginning of a line.
      if (error) isTorn = true;
    };
    if (output.writableLength > MOST_WAITING_BYTES) return onError(null);
    try {
      output.write(isTorn ? `\n${line}` : line, (error) => {
        if (error) return onError(error);
        [works, isTorn] = [true, false];
      });
    } catch (error) {
      onError(error);
    }
  }

  return {
    get dropped() {
      return dropped;
    },
    get works() {
      return works;
    },
    write(line) {
      put(line);
      if (!works || dropped === reportedDrops) return;
      const missing = dropped - reportedDrops;
      reportedDrops = dropped;
      put(describe(missing));
    },
    async drained(milliseconds) {
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
      const flushing = new Promise<void>((resolve) => {
        try {
          output.write("", () => resolve());
        } catch {
          resolve();
        }
      });
      await Promise.race([flushing, patience]).finally(() => clearTimeout(timer));
    },
  };
}
