import { finished, type Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";

/** A body is no multipart form, or ended early. Any other error thrown while one is read is not about the body. */
export class UnreadableBody extends Error {
  override name = "UnreadableBody";
}

const asUnreadable = (cause: unknown) => new UnreadableBody(String(cause), { cause });
const failAsUnreadable = (cause: unknown): never => {
  throw asUnreadable(cause);
};

/** Far more than the heading of a part ever has, with the rest of the chunk in which it arrives. */
const MOST_HEADING_BYTES = 256 * 1024;

/**
 * More than any form or call has: the largest form has 400 fields. Each part costs the parser 50 microseconds or more.
 */
const MOST_PARTS = 512;

/** Bytes that the parser gets before other work has its turn: a hundred small parts. */
const MOST_AT_ONCE = 8 * 1024;

/** One field of a multipart form, or one file. */
export interface Part {
  name: string;
  /** Undefined for a text field; empty where no file was chosen. */
  filename: string | undefined;
  data: AsyncIterable<Uint8Array>;
}

/**
 * Reads a multipart body part by part, in order. A text that `take` returns becomes a field of the form. A part's data
 * is handed on as it comes, and the next part comes when `take` is done. Throws what `take` throws. Throws
 * UnreadableBody for a body without a boundary or an end, with an endless heading, or with more than `mostParts` parts,
 * of which it reads no more.
 */
export async function readMultipart(
  request: Request,
  take: (part: Part) => Promise<string | void>,
  mostParts = MOST_PARTS,
): Promise<FormData> {
  if (!request.body) throw new UnreadableBody("There is no body.");
  const parser = parserFor(request.headers.get("Content-Type") ?? "", mostParts);
  const form = new FormData();
  // Bytes that have arrived since the last part was handed on.
  let heldBytes = 0;
  let consumption = Promise.resolve();
  const unread = new Set<Readable>();
  async function* countBytes(data: Readable) {
    const chunks = data[Symbol.asyncIterator]();
    for (;;) {
      // Not around `yield`, because an error of the consumer is not about the body.
      const { value, done } = await chunks.next().catch(failAsUnreadable);
      if (done) return;
      heldBytes = 0;
      yield value as Uint8Array;
    }
  }
  const failed = new Promise<never>((_, reject) => {
    parser.on("error", (error) => reject(asUnreadable(error)));
    parser.on("partsLimit", () => reject(new UnreadableBody("The body has too many parts.")));
    // Some fields of a form have no name. An empty file name arrives as undefined, but with the type that browsers give
    // it.
    parser.on("file", (name: string | undefined, data: Readable, givenFilename: string | undefined, _, type) => {
      const filename = givenFilename ?? (type === "application/octet-stream" ? "" : undefined);
      heldBytes = 0;
      unread.add(data);
      data.once("close", () => unread.delete(data));
      data.on("error", () => undefined);
      consumption = consumption.then(async () => {
        const value = await take({ name: name ?? "", filename, data: countBytes(data) });
        data.resume();
        if (typeof value === "string") form.append(name ?? "", value);
      });
      consumption.catch(reject);
    });
  });
  failed.catch(() => undefined);
  // From the start, because a body that goes on after its last boundary ends the parser before all of it is written.
  const parserEnd = new Promise<void>((resolve, reject) =>
    finished(parser, { readable: false }, (error) => (error ? reject(asUnreadable(error)) : resolve())),
  );
  parserEnd.catch(() => undefined);
  const reader = request.body.getReader();
  const writeChunk = (chunk: Uint8Array) => new Promise<void>((resolve) => parser.write(chunk, () => resolve()));
  try {
    for (;;) {
      const { value, done } = await Promise.race([failed, reader.read().catch(failAsUnreadable)]);
      if (done) break;
      if (heldBytes > MOST_HEADING_BYTES) throw new UnreadableBody("The heading of a part has no end.");
      heldBytes += value.length;
      for (let from = 0; from < value.length; from += MOST_AT_ONCE) {
        await Promise.race([failed, writeChunk(value.subarray(from, from + MOST_AT_ONCE))]);
        // Small parts take long to read, so other work has its turn in between.
        await new Promise(setImmediate);
      }
    }
    parser.end();
    await Promise.race([failed, parserEnd]);
    await Promise.race([failed, consumption]);
    return form;
  } finally {
    parser.destroy();
    for (const data of unread) data.destroy(new Error("The body was not read to its end."));
    // The server reads the rest to the end. If we cancelled it, the connection would drop before the response is sent.
    reader.releaseLock();
  }
}

function parserFor(contentType: string, mostParts: number): InstanceType<typeof Busboy> {
  try {
    // Text fields stream as files do, so that there is one way for both.
    return new Busboy({
      headers: { "content-type": contentType },
      isPartAFile: () => true,
      limits: { parts: mostParts },
    });
  } catch (error) {
    throw asUnreadable(error);
  }
}
