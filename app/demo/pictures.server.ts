import { storeImage } from "~/features/media/store-image.server";
import type { Services } from "~/platform/services.server";
import { categories } from "./content/categories";
import { iconsInUse } from "./content/icons";

const drawings = import.meta.glob<string>("./pictures/*.svg", { query: "?raw", import: "default" });

/**
 * Products stand on the counter that the design draws behind every picture, two thirds wide; categories fill theirs.
 */
const SIZES = { product: { side: 640, drawn: 436 }, category: { side: 320, drawn: 310 } };

const TELL_EVERY_MS = 2000;

/** Every drawing once through the image pipeline, as a merchant's picture would go: "product apple" → file id. */
export async function drawPictures(services: Services): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const waiting = [
    ...iconsInUse().map((icon) => ["product", icon] as const),
    ...categories.map(({ icon }) => ["category", icon] as const),
  ];
  // The demo's own drawings are the only ones that this process reads itself; no other start of the shop loads it.
  const { default: sharp } = await import("sharp");
  const all = waiting.length;
  let told = Date.now();
  const draw = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [use, icon] = next;
      const svg = await drawings[`./pictures/${icon}.svg`]?.();
      if (!svg) throw new Error(`There is no drawing of ${icon}.`);
      const { side, drawn } = SIZES[use];
      const drawing = await sharp(Buffer.from(svg))
        .resize(drawn, drawn, { fit: "contain", background: "#0000" })
        .toBuffer();
      const png = await sharp({ create: { width: side, height: side, channels: 4, background: "#0000" } })
        .composite([{ input: drawing }])
        .png({ compressionLevel: 1 })
        .toBuffer();
      files.set(`${use} ${icon}`, (await storeImage(services, png, { ownerId: null, field: "image" }))._id);
      if (Date.now() - told < TELL_EVERY_MS) continue;
      told = Date.now();
      services.log.info({ done: files.size, of: all }, "the demo's pictures are being drawn");
    }
  };
  await Promise.all([draw(), draw()]);
  return files;
}
