import type { Image } from "~/features/fields";
import { readMultipart, UnreadableBody, type Part } from "~/platform/files/multipart.server";
import { spooled } from "~/platform/files/spool.server";
import { newId } from "~/platform/ids.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import type { Services } from "~/platform/services.server";
import { fileTooLarge, noFile, tooManyFiles, unreadableFiles } from "./errors.server";
import { MOST_IMAGES, type Video } from "./schema";
import { PHOTO, storeImage } from "./store-image.server";
import { storeVideo } from "./store-video.server";
import { keyedId, storedImage } from "./stored-files.server";

/** Files that operating systems leave in folders. Source: specification §5, Files. */
export const HIDDEN = new Set([".DS_Store", "Thumbs.db"]);
const MOST_TEXT_BYTES = 1024;

/**
 * An upload, as the service's document describes it. It is written by hand, because with a zod schema the framework
 * would read the whole body into memory before the call can refuse it.
 */
export const uploadBody = {
  required: true,
  content: {
    "multipart/form-data": {
      schema: {
        type: "object" as const,
        properties: {
          intendedFileName: {
            type: "string" as const,
            enum: ["image", "video"],
            description: "What is sent. Put it before the files.",
          },
          "intendedFile[]": {
            type: "array" as const,
            items: { type: "string" as const, format: "binary" },
            description: "Images, up to 8.",
          },
          intendedFile: { type: "string" as const, format: "binary", description: "One video." },
        },
      },
    },
  },
};

/** Pictures for reviews and messages. Anybody may sign up, so fewer are allowed than for stalls. */
export const pictureBody = {
  required: true,
  content: {
    "multipart/form-data": {
      schema: {
        type: "object" as const,
        properties: {
          "intendedFile[]": {
            type: "array" as const,
            items: { type: "string" as const, format: "binary" },
            description: "Images, up to 8.",
          },
        },
      },
    },
  },
};
const perPerson: RateLimit = { name: "picture-account", points: 60, seconds: 3600 };

/** How many uploads an account may begin. */
export const perAccount: RateLimit = { name: "upload-account", points: 300, seconds: 3600 };

const MEGABYTE = 1024 * 1024;
/**
 * How many of the largest videos an account may send in a day, by their bytes. Files that nothing shows are kept for a
 * day, so this also limits how many unused files an account can have.
 */
const MOST_A_DAY = 100;

/** Counts the bytes that an account is about to send, and refuses more than its limit for a day. */
export function roomFor(
  { rateLimiter, config }: Pick<Services, "rateLimiter" | "config">,
  ownerId: string,
  bytes: number,
): Promise<void> {
  const megabytes = (count: number) => Math.max(1, Math.ceil(count / MEGABYTE));
  return rateLimiter.consume(
    { name: "upload-megabytes", points: MOST_A_DAY * megabytes(config.mostVideoBytes), seconds: 86_400 },
    ownerId,
    megabytes(bytes),
  );
}

/** Counts one picture that is sent with a form, such as a portrait or a banner. */
export async function countPicture(services: Services, ownerId: string, bytes: number): Promise<void> {
  await services.rateLimiter.consume(perAccount, ownerId);
  await roomFor(services, ownerId, bytes);
}

/** Takes only pictures, also from buyers. Refuses a video, which is no picture. */
export async function takePictures(services: Services, request: Request, upload: Upload): Promise<Image[]> {
  await services.rateLimiter.consume(perPerson, upload.ownerId);
  const files = await takeFiles(services, request, { ...upload, picturesOnly: true });
  if (!Array.isArray(files)) throw noFile();
  return files;
}

interface Upload {
  ownerId: string;
  /** A repeated request with the same key and the same bytes gets the same files. */
  key: string | undefined;
  /** Takes every file as a picture, whatever the request says it is. */
  picturesOnly?: boolean;
}

/**
 * Takes the files of a multipart request as they arrive. Pictures and videos go directly to the disk, so that memory
 * holds a picture only while it is encoded. Returns the kind of files that `intendedFileName` named.
 */
export async function takeFiles(services: Services, request: Request, upload: Upload): Promise<Image[] | Video> {
  await services.rateLimiter.consume(perAccount, upload.ownerId);
  let wantedId = "";
  const images: Image[] = [];
  const videos: Video[] = [];
  const texts = async (data: AsyncIterable<Uint8Array>) =>
    Buffer.from(await gathered(data, MOST_TEXT_BYTES)).toString("utf8");
  await parsed(request, async ({ name, filename, data }) => {
    if (filename === undefined) {
      const value = await texts(data);
      if (name === "intendedFileName") wantedId = value.trim();
      return;
    }
    const isFile = /^intendedFile(\[\])?$/.test(name) && !HIDDEN.has(filename);
    // A browser sends an unnamed empty file when none was chosen.
    if (!isFile || filename === "") return drained(data);
    // Before any text field, the field's name decides: one video, or a list of images.
    if (!upload.picturesOnly && (wantedId || (name === "intendedFile" ? "video" : "image")) === "video") {
      if (videos.length > 0) throw tooManyFiles(name);
      // The size is known only when it has arrived, so it counts as the largest.
      await roomFor(services, upload.ownerId, services.config.mostVideoBytes);
      videos.push(await storeVideo(services, data, { ...upload, field: name }));
    } else {
      if (images.length >= MOST_IMAGES) throw tooManyFiles(name);
      const image = await takeImage(services, data, upload, name);
      if (!images.some((candidate) => candidate._id === image._id)) images.push(image);
    }
  });
  const [video] = videos;
  if (video) return video;
  if (images.length === 0) throw noFile();
  return images;
}

function takeImage(
  services: Services,
  data: AsyncIterable<Uint8Array>,
  { ownerId, key }: Upload,
  field: string,
): Promise<Image> {
  const mostBytes = services.config.mostImageBytes;
  return spooled(data, mostBytes, async ({ bytes, digest, file }) => {
    if (bytes > mostBytes) throw fileTooLarge(mostBytes, field);
    await roomFor(services, ownerId, bytes);
    const _id = keyedId(ownerId, key, digest);
    const existing = _id && (await storedImage(services.db, ownerId, _id));
    return (
      existing ||
      storeImage(
        services,
        { file },
        { ownerId, field, accepted: PHOTO, mostBytes, _id: _id ?? newId(services.clock.now()) },
      )
    );
  });
}

/** Runs `take` for every part; it must read the part to its end. */
async function parsed(request: Request, take: (part: Part) => Promise<void>): Promise<void> {
  await readMultipart(request, take).catch((error: unknown) => {
    throw error instanceof UnreadableBody ? unreadableFiles() : error;
  });
}

/** The bytes of a part, at most the first `limit` bytes. */
async function gathered(data: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of data) {
    if (length < limit) chunks.push(chunk);
    length += chunk.length;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}

async function drained(data: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of data) void _;
}
