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

/** Widths in pixels that a picture is cut to, as far as it has them. */
const WIDTHS = [160, 320, 400, 640, 1080];
/** WebP ends at 16,383 pixels; a picture four times as tall as wide is one that nobody shows any taller. */
const TALLEST = 4320;

interface Accepted {
  kinds: readonly PictureKind[];
  /** As the refusal tells them. */
  types: string;
}

/** Formats of a profile's picture. Source: specification §5, Profile. */
const PORTRAIT: Accepted = { kinds: ["png", "jpeg"], types: ".png,.jpg,.jpeg" };
/** Formats of a product's picture. */
export const PHOTO: Accepted = { kinds: ["png", "jpeg", "webp", "avif"], types: ".png,.jpg,.jpeg,.webp,.avif" };

/** A picture's bytes, or the file that they lie in. */
type Picture = Uint8Array | { file: string };

interface StoreOptions {
  ownerId: string | null;
  /** The payload's field, for the refusals. */
  field: string;
  /** Cut to a square around the middle; for portraits. */
  square?: boolean;
  accepted?: Accepted;
  mostBytes?: number;
  /** The id it is to have; by default a new one. */
  _id?: string;
}

/**
 * Keeps a picture. It is recognised by its first bytes before anything decodes it; turned upright, freed of metadata
 * (where it was taken, too), and encoded anew as WebP and AVIF in several widths, by a process of its own. Refuses what
 * is of no wanted kind, damaged, too large, or costs too much.
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
    // The process that decodes it reads files.
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
 * Writes every size, then the row. A crash in between leaves files nobody knows; sweeping removes rows only after files.
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
