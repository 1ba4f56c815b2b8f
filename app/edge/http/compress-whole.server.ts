import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { contentEncodingFor, type ContentEncoding } from "./content-encoding.server";

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
/** Below this size a header costs more bytes than compression saves. */
const FEWEST_BYTES = 1024;

/** Fast settings, as each body is for one reader. A window of 64 KiB holds a page and uses little memory. */
const compress: Record<ContentEncoding, (body: Buffer) => Promise<Buffer> | Buffer> = {
  br: (body) =>
    compressBrotli(body, {
      params: { [BROTLI_PARAM_QUALITY]: 4, [BROTLI_PARAM_LGWIN]: 16, [BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => compressGzip(body, { level: 4 }),
  identity: (body) => body,
};

/** Compresses a whole body in the best encoding that the client accepts, off the event loop and without a stream. */
export async function compressWhole(
  body: Buffer,
  acceptEncoding: string | undefined,
): Promise<{ encoding: ContentEncoding; body: Buffer }> {
  const encoding = body.length < FEWEST_BYTES ? "identity" : contentEncodingFor(acceptEncoding);
  return { encoding, body: await compress[encoding](body) };
}
