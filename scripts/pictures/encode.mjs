// Writes every size of the demo's pictures: app/demo/pictures/<name>/<width>.webp and .avif from its 800.webp.
// `node scripts/pictures/encode.mjs [name …]`, by hand after a picture was rendered; the files are kept in the
// repository, because encoding all of them takes minutes and filling the demo is to take seconds.
import { existsSync, readdirSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const demo = fileURLToPath(new URL("../../app/demo/pictures/", import.meta.url));
const rendered = fileURLToPath(new URL("./out/", import.meta.url));

/** As wide as it was rendered; the finished picture itself. */
const FULL = 800;
const WIDTHS = [160, 320, 400, 640];
/** What cards show: up to 180 pixels wide, two dots to a pixel. */
const CARD = { widths: [320, 400], mostBytes: 6 * 1024 };

/** Qualities are tried from the first on until the file is small enough; only a card's has such a bound. */
const FORMATS = {
  avif: { qualities: [50, 44, 38, 32, 26], options: { effort: 2 } },
  webp: { qualities: [72], options: { effort: 5 } },
};

const names = process.argv.length > 2 ? process.argv.slice(2) : readdirSync(demo);
for (const name of names) {
  const whole = path.join(demo, name, `${FULL}.webp`);
  const fresh = path.join(rendered, `${name.replaceAll("-", "_")}.png`);
  if (existsSync(fresh)) {
    await sharp(fresh).resize(FULL).webp({ quality: 88, effort: 6 }).toFile(`${whole}.new`);
    await rename(`${whole}.new`, whole);
  }
  await keep(name, FULL, "avif", await encoded(whole, FULL, "avif"));
  for (const width of WIDTHS)
    for (const format of Object.keys(FORMATS)) await keep(name, width, format, await encoded(whole, width, format));
  console.log(name);
}

async function encoded(file, width, format) {
  const { qualities, options } = FORMATS[format];
  const mostBytes = format === "avif" && CARD.widths.includes(width) ? CARD.mostBytes : Infinity;
  let bytes = Buffer.alloc(0);
  for (const quality of qualities) {
    const smaller = sharp(file).resize(width);
    bytes = await smaller.toFormat(format, { ...options, quality }).toBuffer();
    if (bytes.length <= mostBytes) return bytes;
  }
  throw new Error(`${file} is too large at ${width} pixels: ${bytes.length} bytes.`);
}

function keep(name, width, format, bytes) {
  return writeFile(path.join(demo, name, `${width}.${format}`), bytes);
}
