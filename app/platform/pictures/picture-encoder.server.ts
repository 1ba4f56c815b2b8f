import { spawn, type ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { fairQueue } from "~/platform/fair-queue";
import { besideTheShop, MALLOC_GIVES_BACK } from "~/platform/memory.server";
import { waitForExit, roomForAll, type ProcessSlot } from "~/platform/process-slot";
// oxlint-disable-next-line import/default -- The bundler makes a text of it.
import program from "./encoder-process.mjs?raw";

/** A request to the process. `widths` are in pixels, ascending; the last one is the widest that is kept. */
export interface EncoderRequest {
  /** An absolute path. */
  file: string;
  /** Cut to a square around the middle. */
  square: boolean;
  widths: number[];
  tallest: number;
  /** A JPEG of this name, as wide as the widest, instead of WebP and AVIF in each width. */
  jpeg?: string;
}

/** Damaged; too many pixels or frames; more memory or time than a picture may take. */
export type WhyRefused = "broken" | "pixels" | "frames" | "cost";

export interface EncodedSize {
  width: number;
  height: number;
  widths: number[];
}

export type EncoderAnswer =
  | EncodedSize
  | { name: string; bytes: Uint8Array }
  | { done: true }
  | { refused: Exclude<WhyRefused, "cost"> };

export class PictureRefused extends Error {
  constructor(readonly why: WhyRefused) {
    super(`The picture is refused: ${why}.`);
  }
}
/** No process could be started, it was ended from outside, or too many pictures wait. A retry may succeed. */
export class EncoderUnavailable extends Error {}

/** The port to the process that decodes strangers' pictures and encodes them anew. */
export interface PictureEncoder {
  /**
   * Encodes one picture, upright and without metadata, when the account's turn has come: as WebP and AVIF in each width
   * that it has, or as the requested JPEG. `keep` gets each file, such as `640.webp`, one after the other. Throws
   * `PictureRefused` and `EncoderUnavailable`, and what `keep` throws.
   */
  encode(
    account: string,
    request: EncoderRequest,
    keep: (name: string, bytes: Uint8Array) => Promise<void>,
  ): Promise<EncodedSize>;
  /** Ends the process, whatever it is doing. */
  close(): void;
}

const MEGABYTE = 1024 * 1024;

export interface EncoderLimits {
  /** The limit of the process's resident memory, itself (60 MB) included. */
  memoryBytes: number;
  /** The limits of a picture: processor time, and time in all, for a process that hangs. */
  cpuMs: number;
  wallMs: number;
  megapixels: number;
  frames: number;
  /** A process that is idle for this long is ended. */
  idleMs: number;
}

/**
 * Measured: a 50 megapixel JPEG took 125 MB, a progressive one 230, an interlaced PNG 320, each about a second; an AVIF
 * of 48 megapixels in 1,343 bytes took 940 MB. With less memory the limit is half of it, but at least 160 MB, which are
 * enough for a phone's pictures.
 */
export const ENCODER_LIMITS: EncoderLimits = {
  memoryBytes: 400 * MEGABYTE,
  cpuMs: 10_000,
  wallMs: 60_000,
  megapixels: 50,
  frames: 100,
  idleMs: 15_000,
};

/** How many pictures may wait. Their files lie on the disk meanwhile, and each request keeps its connection. */
const WAITING = { perAccount: 32, inAll: 200 };
/** Exit codes by which the process says why it has ended itself. */
const EXITS = { memory: 81, cpu: 82 };

/** The limits beside a shop that may take this many bytes with its pictures. */
export function encoderLimits(memoryBytes: number): EncoderLimits {
  return { ...ENCODER_LIMITS, memoryBytes: besideTheShop(ENCODER_LIMITS.memoryBytes, memoryBytes) };
}

/**
 * One process that starts for the first picture, encodes pictures one after the other, and ends when none has come for
 * a while. It sees nothing of the environment, so that whoever takes it over finds no secret there.
 * @param slot shared with others whose processes must not run at the same time
 */
export function pictureEncoder(limits: EncoderLimits = ENCODER_LIMITS, slot: ProcessSlot = roomForAll): PictureEncoder {
  const queue = fairQueue({ ...WAITING, full: () => new EncoderUnavailable("Too many pictures wait to be encoded.") });
  let encoder: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function end(): void {
    clearTimeout(idle);
    encoder?.kill("SIGKILL");
    encoder = undefined;
  }

  async function leave(): Promise<void> {
    const currentEncoder = encoder;
    end();
    if (currentEncoder) await waitForExit(currentEncoder);
  }

  function startProcess(): ChildProcess {
    clearTimeout(idle);
    if (encoder?.connected) return encoder;
    const { idleMs: _, wallMs: __, ...processLimits } = limits;
    const child: ChildProcess = spawn(
      process.execPath,
      [
        // Its own JavaScript is 8 MB. The higher the limit, the later Node frees buffers outside the heap: with 64,
        // every picture left 9 MB behind, until there were four.
        "--max-old-space-size=16",
        // Otherwise the heap's young generation grows to 16 MB a half, although pictures lie elsewhere. For 12
        // megapixels this lowered the peak from 85 MB to 70, at the same processor time.
        "--max-semi-space-size=1",
        "--input-type=module",
        "--eval",
        program,
        pathToFileURL(createRequire(import.meta.url).resolve("sharp")).href,
        JSON.stringify({ ...processLimits, exits: EXITS }),
      ],
      {
        stdio: ["ignore", "ignore", "ignore", "ipc"],
        serialization: "advanced",
        // A picture may unpack to a hundred times its bytes, so freed memory must go back to the machine.
        env: { NODE_ENV: process.env.NODE_ENV, ...MALLOC_GIVES_BACK, UV_THREADPOOL_SIZE: "1" },
      },
    );
    child.on("error", () => undefined);
    encoder = child;
    return child;
  }

  /** Between two pictures, the idle process does not keep the shop from ending. */
  function rest(): void {
    const currentEncoder = encoder;
    if (!currentEncoder) return;
    currentEncoder.unref();
    currentEncoder.channel?.unref();
    idle = setTimeout(() => encoder === currentEncoder && end(), limits.idleMs).unref();
  }

  async function encode(
    request: EncoderRequest,
    keep: (name: string, bytes: Uint8Array) => Promise<void>,
  ): Promise<EncodedSize> {
    const child = startProcess();
    child.ref();
    child.channel?.ref();
    let isLate = false;
    const tooLate = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, limits.wallMs);
    try {
      return await new Promise<EncodedSize>((resolve, reject) => {
        let size: EncodedSize;
        let writing = Promise.resolve();
        child.on("message", (answer: EncoderAnswer) => {
          if ("refused" in answer) reject(new PictureRefused(answer.refused));
          else if ("done" in answer) writing.then(() => resolve(size), reject);
          else if ("name" in answer) {
            writing = writing.then(() => keep(answer.name, answer.bytes));
            writing.catch(reject);
          } else size = answer;
        });
        child.once("error", () => reject(new EncoderUnavailable("The process that encodes pictures does not start.")));
        child.once("exit", (code, signal) =>
          reject(
            isLate || code === EXITS.memory || code === EXITS.cpu
              ? new PictureRefused("cost")
              : new EncoderUnavailable(`The process that encodes pictures has ended: ${signal ?? code}.`),
          ),
        );
        child.send(request, (error) => error && reject(new EncoderUnavailable(error.message)));
      });
    } catch (error) {
      // After its own refusal the process is idle. After any other failure its state is unknown, so it is ended.
      if (!(error instanceof PictureRefused) || error.why === "cost") end();
      throw error;
    } finally {
      clearTimeout(tooLate);
      for (const event of ["message", "exit", "error"]) child.removeAllListeners(event);
      child.on("error", () => undefined);
      rest();
    }
  }

  return {
    encode: (account, request, keep) => queue.run(account, () => slot.run(leave, () => encode(request, keep))),
    close: end,
  };
}
