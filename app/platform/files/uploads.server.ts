import path from "node:path";
import { FileStore } from "@tus/file-store";
import type { MemoryLocker } from "@tus/server";

/** Where files lie that have not come whole yet, each under its id with a note beside it. */
export interface Uploads {
  store: FileStore;
  /**
   * One request writes to an upload at a time. It holds for this process alone. Should two processes on one DATA_DIR
   * write to the same upload, because the first has not noticed yet that the line dropped, both write the same bytes to
   * the same places; and what becomes of a whole upload is settled by the id that its file gets.
   */
  locker: () => Promise<MemoryLocker>;
}

export function openUploads(dataDir: string): Uploads {
  let locker: Promise<MemoryLocker> | undefined;
  return {
    store: new FileStore({ directory: path.join(dataDir, "uploads") }),
    // Loaded by the first upload, for no page needs it.
    locker: () => (locker ??= import("@tus/server").then(({ MemoryLocker: Locker }) => new Locker())),
  };
}
