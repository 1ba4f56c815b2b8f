import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { newToken } from "~/platform/ids.server";

/** A received body on the disk. */
export interface Spooled {
  /** How many bytes came. At most `limit` of them are kept. */
  bytes: number;
  /** SHA-256 of what is kept, in hex. */
  digest: string;
  /** The path of the file while `work` runs. */
  file: string;
}

/**
 * Keeps incoming data on the disk while `work` runs. However many files come at once over however slow connections,
 * none of them is in memory before its turn.
 */
export async function spooled<T>(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
  work: (spooled: Spooled) => Promise<T>,
): Promise<T> {
  const file = path.join(tmpdir(), `fieldstall-${newToken().slice(0, 16)}`);
  const hash = createHash("sha256");
  let bytes = 0;
  async function* writtenChunks() {
    for await (const chunk of chunks) {
      const room = Math.max(0, limit - bytes);
      bytes += chunk.length;
      // The rest is read all the same, because the next part comes behind it.
      if (room === 0) continue;
      const fits = chunk.subarray(0, room);
      hash.update(fits);
      yield fits;
    }
  }
  try {
    await pipeline(writtenChunks(), createWriteStream(file, { mode: 0o600 }));
    return await work({ bytes, digest: hash.digest("hex"), file });
  } finally {
    await rm(file, { force: true });
  }
}
