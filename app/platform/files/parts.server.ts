import { unstable_parseMultipartFormData as parseMultipart, type UploadHandlerPart } from "@remix-run/node";

/** Far more than the heading of a part ever has: its names, and whatever a browser reads too much at once. */
const MOST_HEADING_BYTES = 256 * 1024;

/**
 * Reads a multipart body part by part; what `take` answers becomes a field of the form. A part's data is handed on as
 * it comes, but the parser holds its heading in memory until that has an end, so a heading without one is refused.
 */
export async function readParts(
  request: Request,
  take: (part: UploadHandlerPart) => Promise<string | undefined>,
): Promise<FormData> {
  if (!request.body) throw new Error("There is no body.");
  // What has come in since the last thing that was handed on.
  let held = 0;
  const watched = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (held > MOST_HEADING_BYTES) throw new Error("The heading of a part has no end.");
      held += chunk.length;
      controller.enqueue(chunk);
    },
  });
  async function* counted(data: AsyncIterable<Uint8Array>) {
    for await (const chunk of data) {
      held = 0;
      yield chunk;
    }
  }
  const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
  // The rest is left to the server, which reads on to the end: cancelled, the line would drop before the answer is
  // sent.
  const body = request.body.pipeThrough(watched, { preventCancel: true });
  const same = new Request(request.url, { method: "POST", headers, body, duplex: "half" } as RequestInit);
  return parseMultipart(same, (part) => {
    held = 0;
    return take({ ...part, data: counted(part.data) });
  });
}
