// Compresses at build time what the browser loads once, so that the server never has to: writes a .br and a .gz, as
// small as possible, next to each text file of build/client.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { root } from "./prepare.mjs";

const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/;
/** Below this size a header costs more than compression saves. */
const FEWEST_BYTES = 512;

const client = path.join(root, "build/client");
const files = readdirSync(client, { recursive: true })
  .map((name) => path.join(client, String(name)))
  .filter((file) => TEXT.test(file) && statSync(file).size >= FEWEST_BYTES);

await Promise.all(
  files.map(async (file) => {
    const text = readFileSync(file);
    writeFileSync(
      `${file}.br`,
      await promisify(brotliCompress)(text, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
        },
      }),
    );
    writeFileSync(`${file}.gz`, await promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }));
  }),
);
