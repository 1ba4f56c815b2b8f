// Draws public/icons/*.png, the icons of the shop on a phone's home screen, from the mark in public/favicon.svg. Run it
// by hand when the mark has changed: `node scripts/draw-icons.mjs`. The pictures are kept in the repository.
import { mkdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const at = (name) => fileURLToPath(new URL(`../public/${name}`, import.meta.url));
const mark = await readFile(at("favicon.svg"), "utf8");
const ground = /<rect[^>]* fill="([^"]+)"/.exec(mark)?.[1];
if (!ground) throw new Error("The mark in public/favicon.svg has no ground.");

await mkdir(at("icons"), { recursive: true });
for (const size of [192, 512]) await draw(mark, size, `icons/icon-${size}.png`);
// A phone crops this icon. Its background reaches the edge, and the mark is within the four fifths that always stay.
const inner = mark.replace(/^<svg/, '<svg x="4.5" y="4.5" width="36" height="36"');
await draw(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"><rect width="45" height="45" fill="${ground}"/>${inner}</svg>`,
  512,
  "icons/maskable-512.png",
);

async function draw(svg, size, name) {
  await sharp(Buffer.from(svg), { density: 1200 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(at(name));
}
