import { finished, type Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";

/** Far more than the heading of a part ever has: its names, and whatever a browser reads too much at once. */
const MOST_HEADING_BYTES = 256 * 1024;

/** One field of a multipart form, or one file. */
export interface Part {
  name: string;
  /** Undefined for a text field; empty where no file was chosen. */
  filename: string | undefined;
  data: AsyncIterable<Uint8Array>;
}

/**
 * Reads a multipart body part by part, in order; what `take` answers becomes a field of the form. A part's data is
 * handed on as it comes, and the next part comes when `take` is done with it. Throws what `take` throws, and a plain
 * error for a body that cannot be read: without a boundary, without an end, or with a heading that goes on for ever.
 */
export async function readMultipart(request: Request, take: (part: Part) => Promise<string | void>): Promise<FormData> {
  if (!request.body) throw new Error("There is no body.");
  const parser = new Busboy({
    headers: { "content-type": request.headers.get("Content-Type") ?? "" },
    // Texts stream as files do, so that there is one way for both.
    isPartAFile: () => true,
  });
  const form = new FormData();
  // What has come in since the last thing that was handed on.
  let held = 0;
  let taken = Promise.resolve();
  const unread = new Set<Readable>();
  async function* counted(data: Readable) {
    for await (const chunk of data) {
      held = 0;
      yield chunk as Uint8Array;
    }
  }
  const failed = new Promise<never>((_, reject) => {
    parser.on("error", reject);
    // Some fields of a form have no name. An empty name of a file is told from none by the kind that browsers give it.
    parser.on("file", (name: string | undefined, data: Readable, named: string | undefined, _, type) => {
      const filename = named ?? (type === "application/octet-stream" ? "" : undefined);
      held = 0;
      unread.add(data);
      data.once("close", () => unread.delete(data));
      data.on("error", () => undefined);
      taken = taken.then(async () => {
        const value = await take({ name: name ?? "", filename, data: counted(data) });
        data.resume();
        if (typeof value === "string") form.append(name ?? "", value);
      });
      taken.catch(reject);
    });
  });
  failed.catch(() => undefined);
  // From the start: a body that goes on behind its last boundary has ended before all of it was written.
  const ended = new Promise<void>((resolve, reject) =>
    finished(parser, { readable: false }, (error) => (error ? reject(error) : resolve())),
  );
  ended.catch(() => undefined);
  const reader = request.body.getReader();
  const written = (chunk: Uint8Array) => new Promise<void>((resolve) => parser.write(chunk, () => resolve()));
  try {
    for (;;) {
      const { value, done } = await Promise.race([failed, reader.read()]);
      if (done) break;
      if (held > MOST_HEADING_BYTES) throw new Error("The heading of a part has no end.");
      held += value.length;
      await Promise.race([failed, written(value)]);
    }
    parser.end();
    await Promise.race([failed, ended]);
    await Promise.race([failed, taken]);
    return form;
  } finally {
    parser.destroy();
    for (const data of unread) data.destroy(new Error("The body was not read to its end."));
    // The rest is left to the server, which reads on to the end: cancelled, the line would drop before the answer is
    // sent.
    reader.releaseLock();
  }
}
