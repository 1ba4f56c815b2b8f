import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { contentEncodingFor, type ContentEncoding } from "~/platform/http/content-encoding.server";
import type { ReaderPage } from "./template-pages.server";

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;

/** For one reader, once: quickly. A window of 64 KiB holds a page, and costs the encoder little memory. */
const compress: Record<ContentEncoding, (body: Buffer) => Promise<Buffer> | Buffer> = {
  br: (body) =>
    compressBrotli(body, {
      params: { [BROTLI_PARAM_QUALITY]: 4, [BROTLI_PARAM_LGWIN]: 16, [BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => compressGzip(body, { level: 4 }),
  identity: (body) => body,
};

/** Sends the page of one person, compressed off the event loop. Nothing is sent where the line dropped meanwhile. */
export async function sendReaderPage(
  request: IncomingMessage,
  response: ServerResponse,
  { headers, body }: ReaderPage,
): Promise<void> {
  const encoding = contentEncodingFor(request.headers["accept-encoding"]);
  const sent = await compress[encoding](body);
  if (response.headersSent || response.destroyed) return;
  for (const [name, value] of headers) response.setHeader(name, value);
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.appendHeader("Vary", "Accept-Encoding");
  response.writeHead(200, { "Content-Length": sent.length }).end(sent);
}
