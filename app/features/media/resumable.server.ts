import { randomBytes } from "node:crypto";
import type { Image } from "~/features/fields";
import { timestamp } from "~/platform/clock";
import { spooled } from "~/platform/files/spool.server";
import { Refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import {
  fileTooLarge,
  fileTooSmall,
  noFile,
  unknownUpload,
  unreadableFiles,
  uploadMoved,
  uploadOutOfReach,
  uploadUnfinished,
} from "./errors.server";

import { HIDDEN, perAccount, roomFor } from "./take-files.server";
import { PHOTO, storeImage } from "./store-image.server";
import type { Video } from "./schema";
import { storeVideo } from "./store-video.server";
import { keyedId, storedFiles } from "./stored-files.server";

/*
 * Files that are sent piece by piece and continued after a broken connection, by the tus protocol (https://tus.io,
 * version 1.0). tus only transfers the bytes here. A separate call makes a file of them, so that its answer can be
 * requested again if it is lost.
 */

const PATH = "/api/v1/file/resumable";
const UNFINISHED_HOURS = 24;
/** How long a request may still write after another one has come for the same upload. */
const MAKE_WAY_MS = 500;

type Upload = NonNullable<Awaited<ReturnType<Services["uploads"]["find"]>>>;
type Kind = "image" | "video";
const FIELD = { image: "intendedFile[]", video: "intendedFile" } as const;

/** The owner is a part of an upload's id, so that a stranger is refused without a read. */
function idFor(ownerId: string): string {
  return `${ownerId}-${randomBytes(16).toString("hex")}`;
}

function mustBeOwn(ownerId: string, uploadId: string): void {
  if (!/^[0-9a-f]{24}-[0-9a-f]{32}$/.test(uploadId) || !uploadId.startsWith(`${ownerId}-`)) throw unknownUpload();
}

/** Answers a request of the tus protocol: to begin an upload, ask for its offset, send its next piece, or cancel it. */
export async function carryOn(
  services: Services,
  ownerId: string,
  uploadId: string | null,
  request: Request,
): Promise<Response> {
  if (uploadId !== null) mustBeOwn(ownerId, uploadId);
  const { uploads } = services;
  let refusal: Error | undefined;
  // Loaded by the first upload, because no page needs it.
  const { Server } = await import("@tus/server");
  const server = new Server({
    path: PATH,
    datastore: await uploads.store(),
    locker: await uploads.locker(),
    lockDrainTimeout: MAKE_WAY_MS,
    relativeLocation: true,
    allowedOrigins: () => false,
    namingFunction: () => uploads.nameOf(idFor(ownerId)),
    generateUrl: (_, { path, id }) => `${path}/${id.slice(id.lastIndexOf("/") + 1)}`,
    // The id that was checked above. tus would take the last part of the address, even after a question mark.
    getFileIdFromRequest: () => (uploadId === null ? undefined : uploads.nameOf(uploadId)),
    onUploadCreate: async (_, upload) => {
      await services.rateLimiter.consume(perAccount, ownerId);
      const { intendedFileName: kind, filename } = upload.metadata ?? {};
      if (upload.size === undefined || !isKind(kind)) throw unreadableFiles();
      if (HIDDEN.has(filename ?? "")) throw noFile();
      const limit = kind === "video" ? services.config.mostVideoBytes : services.config.mostImageBytes;
      if (upload.size > limit) throw fileTooLarge(limit, FIELD[kind]);
      if (upload.size === 0) throw fileTooSmall(1, FIELD[kind]);
      await roomFor(services, ownerId, upload.size);
      upload.creation_date = timestamp(services.clock);
      return { metadata: { intendedFileName: kind } };
    },
    onResponseError: (_, error) => {
      if (error instanceof Error) refusal = error;
      return undefined;
    },
  });
  const answer = await server.handleWeb(request);
  if (answer.status < 400) return answer;
  throw refusal ?? refusalOf(answer.status);
}

/** The refusal for an error status of tus, whose messages are plain text. All our refusals have the same form. */
function refusalOf(status: number): Refusal {
  if (status === 404 || status === 410) return unknownUpload();
  if (status === 409) return uploadMoved();
  // 501: a protocol extension that is not supported here, such as Upload-Concat.
  return status >= 500 && status !== 501 ? uploadOutOfReach() : unreadableFiles();
}

function isKind(kind: unknown): kind is Kind {
  return kind === "image" || kind === "video";
}

/**
 * Makes a file of a complete upload, by the rules of any other file. A repeated call returns the same file, because the
 * file's id comes from the upload's. A refused upload stays until its sender or the sweep removes it.
 */
export async function finishUpload(services: Services, ownerId: string, uploadId: string): Promise<Image | Video> {
  mustBeOwn(ownerId, uploadId);
  const _id = keyedId(ownerId, uploadId, "resumable") as string;
  const storedUpload = await storedFile(services, ownerId, _id);
  if (storedUpload) return storedUpload;
  const upload = await services.uploads.find(uploadId);
  try {
    const savedFile = await takeUpload(services, upload, { ownerId, _id, uploadId });
    await services.uploads.remove(uploadId);
    return savedFile;
  } catch (failure) {
    // The same request may have come twice, and the other one may have finished it.
    const finished = await storedFile(services, ownerId, _id);
    if (finished) return finished;
    throw failure;
  }
}

async function takeUpload(
  services: Services,
  upload: Upload | null,
  { ownerId, _id, uploadId }: { ownerId: string; _id: string; uploadId: string },
): Promise<Image | Video> {
  const kind = upload?.metadata?.["intendedFileName"];
  if (!upload || !isKind(kind)) throw unknownUpload();
  if (upload.offset !== upload.size) throw uploadUnfinished();
  const bytes = await services.uploads.read(uploadId);
  if (kind === "video") return storeVideo(services, bytes, { ownerId, _id, field: FIELD.video });
  const { mostImageBytes: mostBytes } = services.config;
  // The process that decodes it reads from files.
  return spooled(bytes, mostBytes + 1, ({ file }) =>
    storeImage(services, { file }, { ownerId, _id, field: FIELD.image, accepted: PHOTO, mostBytes }),
  );
}

async function storedFile(services: Services, ownerId: string, fileId: string): Promise<Image | Video | undefined> {
  const { images, videos } = await storedFiles(services, ownerId, [fileId]);
  return images[0] ?? videos[0];
}

/** Removes uploads that were not finished within a day. */
export async function sweepUploads({ uploads, clock }: Services): Promise<void> {
  const before = timestamp(clock, -UNFINISHED_HOURS * 3600);
  for await (const { uploadId, begunAt } of uploads.list()) if (begunAt < before) await uploads.remove(uploadId);
}
