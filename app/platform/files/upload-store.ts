import type { DataStore, Locker, Upload } from "@tus/server";

/** The store of uploads that are not files yet, each under its id. */
export interface Uploads {
  /** The store that the tus protocol writes to. */
  store(): Promise<DataStore>;
  /** The name of an upload in that store. */
  nameOf(uploadId: string): string;
  /** Lets one request at a time write to an upload. */
  locker(): Promise<Locker>;
  /** Null when there is no such upload. */
  find(uploadId: string): Promise<Upload | null>;
  /** The bytes of an upload that is whole. */
  read(uploadId: string): Promise<AsyncIterable<Uint8Array>>;
  /** Removes everything of an upload, if there is anything. */
  remove(uploadId: string): Promise<void>;
  /** Every upload, and when it began. */
  list(): AsyncIterable<{ uploadId: string; begunAt: string }>;
}
