import sharp from "sharp";
import type { Image } from "~/features/fields";
import { timestamp } from "~/platform/clock";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { brokenImage, fileTooLarge, fileTooSmall, tooManyPixels, wrongFileType } from "./errors.server";
import { imageOf } from "./stored-files.server";

/** Widths in pixels that a picture is cut to, as far as it has them. */
const WIDTHS = [160, 320, 640, 1080];
/** How the files of a PNG and a JPEG begin, even when the rest is lost. */
const BEGINNINGS = /^(89504e47|ffd8ff)/;
const MOST_IMAGE_BYTES = 10 * 1024 * 1024;

interface ImageKind {
  /** As sharp calls them. */
  formats: readonly string[];
  /** As the refusal tells them. */
  types: string;
}

/** What a profile's picture may be. Source: specification §5, Profile. */
const PORTRAIT: ImageKind = { formats: ["png", "jpeg"], types: ".png,.jpg,.jpeg" };
/** What a product's picture may be; "heif" is the family that AVIF belongs to. */
export const PHOTO: ImageKind = { formats: ["png", "jpeg", "webp", "heif"], types: ".png,.jpg,.jpeg,.webp,.avif" };
const MOST_MEGAPIXELS = 50;
/** WebP ends at 16,383 pixels; a picture four times as tall as wide is one that nobody shows any taller. */
const TALLEST = 4320;

// A picture may unpack to a hundred times its bytes, so they come one after the other, each on one thread: two at a
// time were measured to take a process that has 170 MB at rest over 400 MB, one at a time to 310 MB.
sharp.concurrency(1);
sharp.cache(false);
let last: Promise<unknown> = Promise.resolve();

/** Runs `work` when its turn has come. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}

/** A picture's bytes, or how to come by them: those that lie on the disk are read when it is their turn. */
type Picture = Uint8Array | (() => Promise<Uint8Array>);

interface StoreOptions {
  ownerId: string | null;
  /** The payload's field, for the refusals. */
  field: string;
  /** Cut to a square around the middle; for portraits. */
  square?: boolean;
  kind?: ImageKind;
  mostBytes?: number;
  /** The id it is to have; by default a new one. */
  _id?: string;
}

/**
 * Keeps a picture. It is recognised by its bytes, turned upright, freed of metadata (where it was taken, too),
 * and encoded anew as WebP and AVIF in several widths. Refuses what is of no wanted kind, damaged, or too large.
 */
export function storeImage(
  services: Pick<Services, "db" | "files" | "clock">,
  picture: Picture,
  options: StoreOptions,
): Promise<Image & { _id: string }> {
  return inTurn(async () => checkAndKeep(services, typeof picture === "function" ? await picture() : picture, options));
}

async function checkAndKeep(
  services: Pick<Services, "db" | "files" | "clock">,
  bytes: Uint8Array,
  options: StoreOptions,
): Promise<Image & { _id: string }> {
  const { field, kind = PORTRAIT, mostBytes = MOST_IMAGE_BYTES } = options;
  if (bytes.length === 0) throw fileTooSmall(1, field);
  if (bytes.length > mostBytes) throw fileTooLarge(mostBytes, field);
  // The header alone is read here: a bomb is turned away before it is unpacked.
  const found = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!found && BEGINNINGS.test(Buffer.from(bytes.subarray(0, 4)).toString("hex"))) throw brokenImage(field);
  if (!found?.format || !kind.formats.includes(found.format)) throw wrongFileType(kind.types, field);
  if (found.width * found.height > MOST_MEGAPIXELS * 1_000_000) throw tooManyPixels(MOST_MEGAPIXELS, field);
  return encode(services, bytes, found, options);
}

async function encode(
  services: Pick<Services, "db" | "files" | "clock">,
  bytes: Uint8Array,
  found: { width: number; height: number },
  options: StoreOptions,
) {
  const { square, field } = options;
  const upright = sharp(bytes, { failOn: "truncated" }).rotate();
  const side = Math.min(found.width, found.height);
  const base = await (
    square
      ? upright.resize(Math.min(side, 640), Math.min(side, 640), { fit: "cover" })
      : upright.resize({ width: 1080, height: TALLEST, fit: "inside", withoutEnlargement: true })
  )
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  if (!base) throw brokenImage(field);
  return keep(services, base.data, { width: base.info.width, height: base.info.height }, options);
}

/**
 * Writes every size of an upright picture, then its row. A crash in between leaves files nobody knows; sweeping
 * removes rows only after files.
 */
async function keep(
  services: Pick<Services, "db" | "files" | "clock">,
  png: Buffer,
  size: { width: number; height: number },
  { ownerId, _id = newId(services.clock.now()) }: StoreOptions,
) {
  const widths = [...WIDTHS.filter((width) => width < size.width), size.width].slice(0, WIDTHS.length);
  let bytes = 0;
  for (const width of widths) {
    const cut = sharp(png).resize({ width });
    for (const [name, encoded] of [
      [`${width}.webp`, await cut.clone().webp({ quality: 78, effort: 3 }).toBuffer()],
      [`${width}.avif`, await cut.clone().avif({ quality: 55, effort: 2 }).toBuffer()],
    ] as const) {
      await services.files.put(`${_id}/${name}`, encoded);
      bytes += encoded.length;
    }
  }
  const row = {
    _id,
    ownerId,
    kind: "image" as const,
    mime: "image/webp",
    bytes,
    ...size,
    widths: JSON.stringify(widths),
    attached: 0 as const,
    createdAt: timestamp(services.clock),
  };
  await services.db
    .insertInto("files")
    .values(row)
    .onConflict((oc) => oc.column("_id").doNothing())
    .execute();
  return { ...imageOf(row), _id };
}
