import { finished, type Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";

/** A body is no multipart form, or ended before it was whole. Whatever else is thrown while one is read is not about it. */
export class UnreadableBody extends Error {
  override name = "UnreadableBody";
}

const asUnreadable = (cause: unknown) => new UnreadableBody(String(cause), { cause });
const failAsUnreadable = (cause: unknown): never => {
  throw asUnreadable(cause);
};

/** Far more than the heading of a part ever has: its names, and whatever a browser reads too much at once. */
const MOST_HEADING_BYTES = 256 * 1024;

/** More than any form or call has: the largest form has 400 fields. Each part costs the parser 50 microseconds or more. */
const MOST_PARTS = 512;

/** Bytes that are handed to the parser before others have their turn: a hundred small parts. */
const MOST_AT_ONCE = 8 * 1024;

/** One field of a multipart form, or one file. */
export interface Part {
  name: string;
  /** Undefined for a text field; empty where no file was chosen. */
  filename: string | undefined;
  data: AsyncIterable<Uint8Array>;
}

/**
 * Reads a multipart body part by part, in order; what `take` answers becomes a field of the form. A part's data is
 * handed on as it comes, and the next part comes when `take` is done with it. Throws what `take` throws, and
 * UnreadableBody for a body that cannot be read: without a boundary, without an end, with a heading that goes on for ever,
 * or with more than `mostParts` parts, of which no more are read.
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
      // Not around `yield`: what the taker fails with is its own.
      const { value, done } = await chunks.next().catch(failAsUnreadable);
      if (done) return;
      heldBytes = 0;
      yield value as Uint8Array;
    }
  }
  const failed = new Promise<never>((_, reject) => {
    parser.on("error", (error) => reject(asUnreadable(error)));
    parser.on("partsLimit", () => reject(new UnreadableBody("The body has too many parts.")));
    // Some fields of a form have no name. An empty name of a file is told from none by the kind that browsers give it.
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
  // From the start: a body that goes on behind its last boundary has ended before all of it was written.
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
        // Small parts take long to read: others have their turn between.
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
    // The rest is left to the server, which reads on to the end: cancelled, the line would drop before the answer is
    // sent.
    reader.releaseLock();
  }
}

function parserFor(contentType: string, mostParts: number): InstanceType<typeof Busboy> {
  try {
    // Texts stream as files do, so that there is one way for both.
    return new Busboy({
      headers: { "content-type": contentType },
      isPartAFile: () => true,
      limits: { parts: mostParts },
    });
  } catch (error) {
    throw asUnreadable(error);
  }
}
