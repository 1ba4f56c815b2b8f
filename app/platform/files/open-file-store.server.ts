import type { Config } from "~/platform/config.server";
import { diskStore } from "./disk-store.server";
import type { FileStore } from "./file-store.server";
import { s3Store } from "./s3-store.server";

/** The store that the configuration names. */
export function openFileStore({ dataDir, files }: Pick<Config, "dataDir" | "files">): FileStore {
  return files.s3 ? s3Store(files.s3) : diskStore(dataDir);
}
