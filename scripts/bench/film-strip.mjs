// Pictures of a page while it loads, side by side.
import { mkdirSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";

const STEP_SECONDS = 0.4;
const PICTURES = 10;
const [WIDTH, HEIGHT, WORDS, GAP] = [180, 320, 20, 6];

/** From now on, notes the pictures of the page of a CDP session in `frames`, each with its time in seconds. */
export async function takeFrames(devtools, frames) {
  devtools.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
    frames.push({ picture: Buffer.from(data, "base64"), at: metadata.timestamp });
    void devtools.send("Page.screencastFrameAck", { sessionId }).catch(() => undefined);
  });
  devtools.on("Network.requestWillBeSent", ({ type, wallTime }) => {
    if (type === "Document" && frames.began === undefined) frames.began = wallTime;
  });
  await devtools.send("Page.startScreencast", { format: "jpeg", quality: 80 });
}

/** Writes the strip: the screen at each step since the page was requested. */
export async function filmStrip(frames, file) {
  const steps = Array.from({ length: PICTURES }, (_, n) => (n + 1) * STEP_SECONDS);
  const empty = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: "white" } })
    .png()
    .toBuffer();
  const parts = await Promise.all(
    steps.map(async (seconds, n) => {
      const frame = frames.findLast(({ at }) => at > frames.began && at <= frames.began + seconds);
      const input = frame ? await sharp(frame.picture).resize(WIDTH, HEIGHT, { fit: "cover" }).toBuffer() : empty;
      return { input, left: n * (WIDTH + GAP), top: WORDS };
    }),
  );
  const labels = steps
    .map((seconds, n) => `<text x="${n * (WIDTH + GAP) + 4}" y="15">${seconds.toFixed(1)} s</text>`)
    .join("");
  const width = PICTURES * (WIDTH + GAP);
  const words = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${WORDS}" font-family="sans-serif" font-size="14">${labels}</svg>`;
  mkdirSync(path.dirname(file), { recursive: true });
  await sharp({ create: { width, height: HEIGHT + WORDS, channels: 3, background: "#ccc" } })
    .composite([{ input: Buffer.from(words), left: 0, top: 0 }, ...parts])
    .png()
    .toFile(file);
}
