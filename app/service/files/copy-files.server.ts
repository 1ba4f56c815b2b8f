import { createHash } from "node:crypto";
import type { FileStore } from "~/platform/files/file-store.server";
import { StartupError } from "~/platform/startup-error";

/** The number of files copied at a time. Each mostly waits for the other machine. */
const AT_ONCE = 8;

/** The result of a copy: `copied` files were missing, `known` files were already there. */
export interface Copied {
  copied: number;
  known: number;
  bytes: number;
}

/**
 * Copies every file of one store into another. Reads back each copied file, and throws a StartupError if it differs. A
 * file that the target already has in the same size is not copied, so the copy can be stopped at any moment and started
 * again. Removes no other file. `tell` receives the progress.
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  tell: (so: Copied) => void = () => undefined,
): Promise<Copied> {
  const totals: Copied = { copied: 0, known: 0, bytes: 0 };
  // After a failure the other copies finish their file, so that nothing goes on after the caller knows of it.
  let failed = null as { error: unknown } | null;
  const files = from.list()[Symbol.asyncIterator]();
  async function copyOnwards(): Promise<void> {
    for (let next = await files.next(); !next.done && !failed; next = await files.next()) {
      const { key, size } = next.value;
      if ((await to.sizeOf(key)) === size) totals.known += 1;
      else if (await copied(key)) Object.assign(totals, { copied: totals.copied + 1, bytes: totals.bytes + size });
      tell({ ...totals });
    }
  }
  /** Copies one file. Returns whether it still existed. */
  async function copied(key: string): Promise<boolean> {
    const file = await from.open(key);
    if (!file) return false;
    const sourceHash = createHash("sha256");
    await to.putStream(key, hashed(file.stream, sourceHash));
    const targetHash = createHash("sha256");
    for await (const _ of hashed((await to.open(key))?.stream, targetHash)) void _;
    if (sourceHash.digest("hex") === targetHash.digest("hex")) return true;
    await to.remove(key);
    throw new StartupError(`${key} did not come to ${to.place} as it was. Nothing was removed; begin again.`);
  }
  const onwards = () =>
    copyOnwards().catch((error: unknown) => {
      failed ??= { error };
    });
  await Promise.all(Array.from({ length: AT_ONCE }, onwards));
  if (failed) throw failed.error;
  return totals;
}

async function* hashed(stream: ReadableStream<Uint8Array> | undefined, hash: { update(chunk: Uint8Array): unknown }) {
  for await (const chunk of stream ?? []) {
    hash.update(chunk);
    yield chunk;
  }
}
