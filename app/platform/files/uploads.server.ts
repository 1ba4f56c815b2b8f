import path from "node:path";
import { FileStore } from "@tus/file-store";
import { MemoryLocker } from "@tus/server";

/** Where files lie that have not come whole yet, each under its id with a note beside it. */
export interface Uploads {
  store: FileStore;
  /**
   * One request writes to an upload at a time. It holds for this process alone. Should two processes on one DATA_DIR
   * write to the same upload, because the first has not noticed yet that the line dropped, both write the same bytes to
   * the same places; and what becomes of a whole upload is settled by the id that its file gets.
   */
  locker: MemoryLocker;
}

export function openUploads(dataDir: string): Uploads {
  return { store: new FileStore({ directory: path.join(dataDir, "uploads") }), locker: new MemoryLocker() };
}
