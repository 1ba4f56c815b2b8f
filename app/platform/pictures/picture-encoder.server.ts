import { spawn, type ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { fairQueue } from "~/platform/fair-queue";
import { besideTheShop, MALLOC_GIVES_BACK } from "~/platform/memory.server";
import { waitForExit, roomForAll, type ProcessSlot } from "~/platform/process-slot";
// oxlint-disable-next-line import/default -- The bundler makes a text of it.
import program from "./encoder-process.mjs?raw";

/** A request to the process: `widths` in pixels, ascending, the last one the widest that is kept. */
export interface EncoderRequest {
  /** An absolute path. */
  file: string;
  /** Cut to a square around the middle. */
  square: boolean;
  widths: number[];
  tallest: number;
  /** A JPEG of this name, as wide as the widest, in the place of WebP and AVIF in each width. */
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
/** No process could be had, it was ended from outside, or too many pictures wait. Later it may go well. */
export class EncoderUnavailable extends Error {}

/** The port to what decodes pictures of strangers and encodes them anew. */
export interface PictureEncoder {
  /**
   * Encodes one picture as WebP and AVIF in each width that it has, or as the JPEG that is asked for, upright and without metadata, when the account's
   * turn has come; `keep` is handed each file, such as `640.webp`, one after the other. Throws `PictureRefused` and
   * `EncoderUnavailable`, and what `keep` throws.
   */
  encode(
    account: string,
    request: EncoderRequest,
    keep: (name: string, bytes: Uint8Array) => Promise<void>,
  ): Promise<EncodedSize>;
  /** Ends the process, whatever it is at. */
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
  /** A process that nobody has needed for so long is ended. */
  idleMs: number;
}

/**
 * A 50 megapixel JPEG was measured to take 125 MB, a progressive one 230, an interlaced PNG 320, each about a second; an
 * AVIF of 48 megapixels in 1,343 bytes took 940 MB. Where there is less memory half of it is given, and 160 MB are
 * enough for what a phone takes.
 */
export const ENCODER_LIMITS: EncoderLimits = {
  memoryBytes: 400 * MEGABYTE,
  cpuMs: 10_000,
  wallMs: 60_000,
  megapixels: 50,
  frames: 100,
  idleMs: 15_000,
};

/** How many pictures may wait: their files lie on the disk meanwhile, each request with its connection. */
const WAITING = { perAccount: 32, inAll: 200 };
/** How the process says why it has ended itself. */
const EXITS = { memory: 81, cpu: 82 };

/** The limits beside a shop that may take so many bytes with its pictures. */
export function encoderLimits(memoryBytes: number): EncoderLimits {
  return { ...ENCODER_LIMITS, memoryBytes: besideTheShop(ENCODER_LIMITS.memoryBytes, memoryBytes) };
}

/**
 * One process that is started for the first picture, encodes them one after the other, and ends when none has come for
 * a while. It sees nothing of the environment, so that what takes it over finds no secret there.
 * @param slot shared with others where their processes are not to be there at the same time
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
        // Its own JavaScript is 8 MB. Bytes that lie beside it are let go the later the more there may be: with 64 every
        // picture left 9 MB behind, until four of them were there.
        "--max-old-space-size=16",
        // Else what is new in JavaScript grows to 16 MB a half, beside pictures that lie elsewhere: 85 MB at the most
        // for 12 megapixels were 70 with it, at the same time of a processor.
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
        // A picture may unpack to a hundred times its bytes: what is free again goes back to the machine.
        env: { NODE_ENV: process.env.NODE_ENV, ...MALLOC_GIVES_BACK, UV_THREADPOOL_SIZE: "1" },
      },
    );
    child.on("error", () => undefined);
    encoder = child;
    return child;
  }

  /** Between two pictures it keeps nobody waiting who wants to end. */
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
      // After a refusal of its own it is at rest; whatever else has happened, nobody knows what it is at.
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
