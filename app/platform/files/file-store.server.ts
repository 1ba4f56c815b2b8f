/** First and last byte of a part of a file. */
export interface Part {
  start: number;
  end: number;
}

/** A file that is being read. Whoever opens one reads its stream, or cancels it. */
export interface OpenFile {
  /** Bytes of the whole file, also where a part was asked for. */
  size: number;
  stream: ReadableStream<Uint8Array>;
}

/**
 * The port to where bytes are kept. Keys are relative paths of our own making, such as `65f…/640.webp`; what one names
 * never changes. A store elsewhere that does not answer or refuses us throws FilesOutOfReach.
 */
export interface FileStore {
  /** Where the files are, for people; without a secret. */
  place: string;
  /** Whether another machine keeps them, which may be away while this one is well. */
  elsewhere: boolean;
  /** Keeps `bytes` whole or not at all. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The same for what is too large to hold: written as it comes. Should `chunks` throw, nothing is kept. */
  putStream(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Gives everything below a key another one; what is there already stays, for it is the same. */
  move(from: string, to: string): Promise<void>;
  /** Null when there is no such file. */
  open(key: string, part?: Part): Promise<OpenFile | null>;
  /** How many bytes a file has; null when there is no such file. */
  sizeOf(key: string): Promise<number | null>;
  /** Removes everything below a key; absent ones do not matter. */
  remove(key: string): Promise<void>;
  /** Every file there is, in no order; what comes or goes meanwhile may be missing. */
  list(): AsyncIterable<{ key: string; size: number }>;
  /** Throws when files cannot be written, or there is no room for another. */
  check(): Promise<void>;
  close(): void;
}
