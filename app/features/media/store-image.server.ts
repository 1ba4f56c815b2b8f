import { open } from "node:fs/promises";
import type { Image } from "~/features/fields";
import { timestamp } from "~/platform/clock";
import { spooled } from "~/platform/files/spool.server";
import { newId } from "~/platform/ids.server";
import {
  ENCODER_LIMITS,
  EncoderUnavailable,
  PictureRefused,
  type EncodedSize,
} from "~/platform/pictures/picture-encoder.server";
import { pictureKind, TELLING_BYTES, type PictureKind } from "~/platform/pictures/picture-kind";
import type { Services } from "~/platform/services.server";
import {
  brokenImage,
  encoderOutOfReach,
  fileTooLarge,
  fileTooSmall,
  heicImage,
  tooCostlyImage,
  tooManyFrames,
  tooManyPixels,
  wrongFileType,
} from "./errors.server";
import { MOST_IMAGE_BYTES } from "./schema";
import { imageOf } from "./stored-files.server";

/** Widths in pixels to which a picture is scaled down, as far as it is wide enough. */
const WIDTHS = [160, 320, 400, 640, 1080];
/** The greatest height in pixels. WebP allows 16,383, but no page shows a picture over four times as tall as wide. */
const TALLEST = 4320;

interface Accepted {
  kinds: readonly PictureKind[];
  /** The types as the refusal names them. */
  types: string;
}

/** Formats of a profile's portrait. Source: specification §5, Profile. */
const PORTRAIT: Accepted = { kinds: ["png", "jpeg"], types: ".png,.jpg,.jpeg" };
/** Formats of a product's picture. */
export const PHOTO: Accepted = { kinds: ["png", "jpeg", "webp", "avif"], types: ".png,.jpg,.jpeg,.webp,.avif" };

/** A picture's bytes, or the file that contains them. */
type Picture = Uint8Array | { file: string };

interface StoreOptions {
  ownerId: string | null;
  /** The payload's field, for refusals. */
  field: string;
  /** Whether it is cropped to a square around its middle, as portraits are. */
  square?: boolean;
  accepted?: Accepted;
  mostBytes?: number;
  /** The id that it gets. Without one, it gets a new id. */
  _id?: string;
}

/**
 * Stores a picture. Its first bytes identify its format before anything decodes it. A separate process turns it
 * upright, removes its metadata (where it was taken, too), and encodes it as WebP and AVIF in several widths. Refuses a
 * picture of another format, a damaged one, and one that is too large or costs too much.
 */
export async function storeImage(
  services: Pick<Services, "db" | "files" | "clock" | "pictures" | "log">,
  picture: Picture,
  options: StoreOptions,
): Promise<Image & { _id: string }> {
  const { field, accepted = PORTRAIT, mostBytes = MOST_IMAGE_BYTES } = options;
  if (picture instanceof Uint8Array) {
    if (picture.length === 0) throw fileTooSmall(1, field);
    if (picture.length > mostBytes) throw fileTooLarge(mostBytes, field);
    mustBe(accepted, picture, field);
    // The process that decodes it reads from files.
    return spooled([picture], mostBytes, ({ file }) => encodeAndKeep(services, file, options));
  }
  const { bytes, head } = await beginningOf(picture.file);
  if (bytes === 0) throw fileTooSmall(1, field);
  if (bytes > mostBytes) throw fileTooLarge(mostBytes, field);
  mustBe(accepted, head, field);
  return encodeAndKeep(services, picture.file, options);
}

function mustBe({ kinds, types }: Accepted, head: Uint8Array, field: string): void {
  const kind = pictureKind(head);
  if (kind === "heic") throw heicImage(types, field);
  if (!kind || !kinds.includes(kind)) throw wrongFileType(types, field);
}

async function beginningOf(file: string): Promise<{ bytes: number; head: Uint8Array }> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(TELLING_BYTES), 0, TELLING_BYTES, 0);
    return { bytes: (await handle.stat()).size, head: buffer.subarray(0, bytesRead) };
  } finally {
    await handle.close();
  }
}

/**
 * Writes every size, then the row. A crash in between leaves files without a row. The sweep removes files before their
 * rows.
 */
async function encodeAndKeep(
  services: Pick<Services, "db" | "files" | "clock" | "pictures" | "log">,
  file: string,
  { ownerId, square = false, field, _id = newId(services.clock.now()) }: StoreOptions,
) {
  let bytes = 0;
  const request = { file, square, widths: WIDTHS, tallest: TALLEST };
  const { widths, ...size } = await services.pictures
    .encode(ownerId ?? "", request, async (name, encoded) => {
      await services.files.put(`${_id}/${name}`, encoded);
      bytes += encoded.length;
    })
    .catch((error: unknown): EncodedSize => {
      if (error instanceof PictureRefused) throw refusalOf(error, field);
      if (!(error instanceof EncoderUnavailable)) throw error;
      services.log.warn({ err: error, ownerId }, "a picture could not be encoded");
      throw encoderOutOfReach();
    });
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

function refusalOf({ why }: PictureRefused, field: string) {
  if (why === "pixels") return tooManyPixels(ENCODER_LIMITS.megapixels, field);
  if (why === "frames") return tooManyFrames(ENCODER_LIMITS.frames, field);
  return why === "cost" ? tooCostlyImage(field) : brokenImage(field);
}
