// Writes the pictures that belong to the shop's own pages into public/img, from what render.py and render_hero.py have
// written to out/: `node scripts/pictures/page-pictures.mjs`, by hand after one of them was rendered.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const to = fileURLToPath(new URL("../../public/img/", import.meta.url));
const avif = { quality: 42, effort: 6 };
const webp = { quality: 70, effort: 6 };

/** The stall twice, wide for a desk and nearly square for a phone; see `ui/hero`. */
await each("hero_stall", async (stall) => {
  for (const width of [1000, 1600]) await stall(width).avif(avif).toFile(`${to}stall-${width}.avif`);
  await stall(1000).webp(webp).toFile(`${to}stall-1000.webp`);
  // What a shared link shows; not everybody who fetches that knows newer formats.
  await stall(1200).jpeg({ quality: 80, mozjpeg: true }).toFile(`${to}stall.jpg`);
});
await each("hero_stall_small", async (stall) => {
  for (const width of [480, 660, 800]) await stall(width).avif(avif).toFile(`${to}stall-small-${width}.avif`);
  // For who asks for less data, with one dot to a pixel: the server sends it in the place of the others.
  await stall(360)
    .avif({ ...avif, quality: 36 })
    .toFile(`${to}stall-small-360.avif`);
  await stall(660).webp(webp).toFile(`${to}stall-small-660.webp`);
});
/** What stands where nothing is yet, and where an order has come through: twice as wide as shown. */
for (const [name, kept] of [
  ["empty_basket", "basket"],
  ["hero_crate", "crate"],
  ["gift_basket", "gift-basket"],
])
  await each(name, (picture) => picture(224).webp(webp).toFile(`${to}${kept}.webp`));

async function each(name, write) {
  const file = fileURLToPath(new URL(`./out/${name}.png`, import.meta.url));
  if (existsSync(file)) await write((width) => sharp(file).resize(width));
}
