import { writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";

/*
 * Decodes strangers' pictures: a process of its own, without the shop's environment, that ends itself when a picture
 * costs too much. Node gets this file as text (picture-encoder.server.ts), so that there is one module graph and no
 * second file to be found. The only package that it loads is sharp, whose path it is given.
 */

const [sharpPlace = "", limitsText = "{}"] = process.argv.slice(1);
/** @type {{ memoryBytes: number; cpuMs: number; megapixels: number; frames: number; exits: Record<string, number> }} */
const limits = JSON.parse(limitsText);
/** @type {typeof import("sharp")} */
const sharp = (await import(sharpPlace)).default;

// One picture at a time, on one thread: two at once were measured to take twice the memory and more than half the time.
sharp.concurrency(1);
sharp.cache(false);
// No decoder but these four. Others, such as librsvg, are out of reach whatever the bytes say.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["Png", "Jpeg", "Webp", "Heif"].map((kind) => `VipsForeignLoad${kind}`) });

// Pages have priority. If memory runs out, the kernel should end this process and not the shop's.
try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  if (process.platform === "linux") writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // A container may forbid both; the limits below hold without them.
}

let cpuBefore = process.cpuUsage();
const cpuMs = () => {
  const { user, system } = process.cpuUsage(cpuBefore);
  return (user + system) / 1000;
};
// sharp works on another thread, so that this one can watch it. Neither can be asked to stop, so the process ends.
setInterval(() => {
  if (process.memoryUsage.rss() > limits.memoryBytes) process.exit(limits.exits["memory"]);
  if (cpuMs() > limits.cpuMs) process.exit(limits.exits["cpu"]);
}, 20);

/**
 * Yields the answers to one request: first the size of the upright picture, then each of its files.
 * @param {import("./picture-encoder.server").EncoderRequest} request
 * @returns {AsyncGenerator<import("./picture-encoder.server").EncoderAnswer>}
 */
async function* encoded({ file, square, widths, tallest, jpeg }) {
  const input = { failOn: /** @type {const} */ ("truncated"), limitInputPixels: false, sequentialRead: true };
  const info = await sharp(file, input)
    .metadata()
    .catch(() => null);
  // Only the header has been read, so a bomb is refused before it is unpacked.
  if (!info) return yield { refused: "broken" };
  if (info.width * info.height > limits.megapixels * 1_000_000) return yield { refused: "pixels" };
  if ((info.pages ?? 1) > limits.frames) return yield { refused: "frames" };
  const upright = sharp(file, input).rotate();
  const side = Math.min(info.width, info.height, 640);
  const base = await (
    square
      ? upright.resize(side, side, { fit: "cover" })
      : upright.resize({ width: widths.at(-1), height: tallest, fit: "inside", withoutEnlargement: true })
  )
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  if (!base) return yield { refused: "broken" };
  const { width, height } = base.info;
  const cuts = [...widths.filter((candidate) => candidate < width), width].slice(0, widths.length);
  yield { width, height, widths: cuts };
  // A JPEG has no transparency.
  if (jpeg)
    yield {
      name: jpeg,
      bytes: await sharp(base.data).flatten({ background: "#fff" }).jpeg({ quality: 82 }).toBuffer(),
    };
  if (jpeg) return yield { done: true };
  for (const cutWidth of cuts) {
    const cut = sharp(base.data).resize({ width: cutWidth });
    yield { name: `${cutWidth}.webp`, bytes: await cut.clone().webp({ quality: 78, effort: 3 }).toBuffer() };
    yield { name: `${cutWidth}.avif`, bytes: await cut.clone().avif({ quality: 55, effort: 2 }).toBuffer() };
  }
  yield { done: true };
}

process.on("message", async (request) => {
  cpuBefore = process.cpuUsage();
  for await (const answer of encoded(/** @type {import("./picture-encoder.server").EncoderRequest} */ (request)))
    process.send?.(answer);
});
// Signals that end the shop are for the shop. This process ends with the shop, even if that was killed.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.exit(0));
