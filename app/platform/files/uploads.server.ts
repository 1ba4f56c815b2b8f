import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { FileStore } from "@tus/file-store";
import type { Locker } from "@tus/server";
import type { Clock } from "~/platform/clock";
import type { Config } from "~/platform/config.server";
import type { Db } from "~/platform/database/database.server";
import type { Presence } from "~/platform/processes/presence.server";
import { s3Uploads } from "./s3-uploads.server";
import type { Uploads } from "./upload-store";

/** Opens the store of uploads, which is where the files are: in the bucket or on the disk. */
export function openUploads(
  config: Pick<Config, "dataDir" | "files">,
  db: Db,
  clock: Clock,
  presence: Pick<Presence, "name">,
): Uploads {
  return config.files.s3
    ? s3Uploads(config.files.s3, async () => (await import("./upload-locks.server")).leasedLocks(db, clock, presence))
    : diskUploads(path.join(config.dataDir, "uploads"));
}

function diskUploads(directory: string): Uploads {
  // Loaded by the first upload, because no page needs it.
  let opening: Promise<FileStore> | undefined;
  const store = () =>
    (opening ??= openStore(directory).catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));
  let locker: Promise<Locker> | undefined;
  return {
    store,
    nameOf: (uploadId) => uploadId,
    /**
     * The lock holds for this process alone. Two processes on one DATA_DIR may write to the same upload, if the first
     * has not noticed yet that the connection dropped. Both then write the same bytes to the same places, and the id of
     * the upload's file settles what becomes of the whole upload.
     */
    locker: () => (locker ??= import("@tus/server").then(({ MemoryLocker }) => new MemoryLocker())),
    find: async (uploadId) =>
      (await store()).getUpload(uploadId).catch((error: unknown) => {
        // Refusals of tus have a status. Any other error is of the disk, and does not mean that the upload is gone.
        if (typeof (error as { status_code?: unknown }).status_code === "number") return null;
        throw error;
      }),
    read: async (uploadId) => createReadStream(path.join(directory, uploadId)),
    async remove(uploadId) {
      const files = await store();
      await files.remove(uploadId).catch(() => files.configstore.delete(uploadId)?.catch(() => undefined));
    },
    async *list() {
      const { configstore } = await store();
      for (const uploadId of (await configstore.list?.()) ?? []) {
        const upload = await configstore.get(uploadId);
        if (upload) yield { uploadId, begunAt: upload.creation_date ?? "" };
      }
    },
  };
}

async function openStore(directory: string): Promise<FileStore> {
  await mkdir(directory, { recursive: true });
  const tus = await import("@tus/file-store");
  class Store extends tus.FileStore {}
  // tus would create its folder some time later, and nobody could catch a failure of that, so the process would end.
  Object.defineProperty(Store.prototype, "checkOrCreateDirectory", { value: () => undefined });
  return new Store({ directory });
}
