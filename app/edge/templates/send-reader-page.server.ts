import type { IncomingMessage, ServerResponse } from "node:http";
import { compressWhole } from "~/edge/http/compress-whole.server";
import type { ReaderPage } from "./template-pages.server";

/** Sends one person's page. Sends nothing if the connection has dropped. */
export async function sendReaderPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: ReaderPage,
): Promise<void> {
  const { encoding, body } = await compressWhole(page.body, request.headers["accept-encoding"]);
  if (response.headersSent || response.destroyed) return;
  for (const [name, value] of page.headers) response.setHeader(name, value);
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.appendHeader("Vary", "Accept-Encoding");
  response.writeHead(200, { "Content-Length": body.length }).end(body);
}
