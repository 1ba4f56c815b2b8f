import { Readable } from "node:stream";

/** The number of pages that are ready before a reader asks for them. */
const READY = 1;

/**
 * A response `{ data }` as a stream: the fields as they are, then each list a page at a time, so that a long list is
 * never in memory whole.
 */
export function jsonStream(
  fields: Record<string, unknown>,
  lists: Record<string, AsyncIterable<object[]>>,
): ReadableStream<Uint8Array> {
  async function* parts() {
    yield `{"data":${JSON.stringify(fields).slice(0, -1)}`;
    for (const [name, pages] of Object.entries(lists)) {
      yield `,${JSON.stringify(name)}:[`;
      let separator = "";
      for await (const page of pages)
        if (page.length > 0) {
          yield separator + page.map((item) => JSON.stringify(item)).join(",");
          separator = ",";
        }
      yield "]";
    }
    yield "}}";
  }
  async function* bytes() {
    for await (const part of parts()) yield Buffer.from(part);
  }
  return Readable.toWeb(Readable.from(bytes(), { highWaterMark: READY })) as ReadableStream<Uint8Array>;
}
