/** First and last byte of a part of a file. */
export interface Part {
  start: number;
  end: number;
}

/** A file that is being read. The caller must read its stream or cancel it. */
export interface OpenFile {
  /** Bytes of the whole file, even if only a part was requested. */
  size: number;
  stream: ReadableStream<Uint8Array>;
}

/**
 * The port to file storage. Keys are relative paths of our own making, such as `65f…/640.webp`; the content under a key
 * never changes. A remote store that does not answer or refuses us throws FilesOutOfReach.
 */
export interface FileStore {
  /** Where the files are, for people; without a secret. */
  place: string;
  /** Whether another machine keeps them, which may be out of reach while this one is well. */
  elsewhere: boolean;
  /** Stores `bytes` whole or not at all. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The same for data that is too large for memory: it is written as it comes. If `chunks` throws, nothing is kept. */
  putStream(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Renames everything below a key. A file that exists under the new key stays, because it is the same. */
  move(from: string, to: string): Promise<void>;
  /** Null when there is no such file. */
  open(key: string, part?: Part): Promise<OpenFile | null>;
  /** How many bytes a file has; null when there is no such file. */
  sizeOf(key: string): Promise<number | null>;
  /** Removes everything below a key, if there is anything. */
  remove(key: string): Promise<void>;
  /** All files, in no order. Files added or removed meanwhile may be missing. */
  list(): AsyncIterable<{ key: string; size: number }>;
  /** Throws when files cannot be written, or there is no room for another. */
  check(): Promise<void>;
  close(): void;
}
