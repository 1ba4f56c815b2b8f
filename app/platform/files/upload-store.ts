import type { DataStore, Locker, Upload } from "@tus/server";

/** Where files lie that have not come whole yet, each under its id. */
export interface Uploads {
  /** The store that the tus protocol writes to. */
  store(): Promise<DataStore>;
  /** The name that an upload has there. */
  nameOf(uploadId: string): string;
  /** One request writes to an upload at a time. */
  locker(): Promise<Locker>;
  /** Null when there is no such upload. */
  find(uploadId: string): Promise<Upload | null>;
  /** The bytes of one that has come whole. */
  read(uploadId: string): Promise<AsyncIterable<Uint8Array>>;
  /** Removes all that there is of it; what is gone already does not matter. */
  remove(uploadId: string): Promise<void>;
  /** Every upload, and when it was begun. */
  list(): AsyncIterable<{ uploadId: string; begunAt: string }>;
}
