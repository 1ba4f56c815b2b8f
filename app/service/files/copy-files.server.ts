import { createHash } from "node:crypto";
import type { FileStore } from "~/platform/files/file-store.server";
import { StartupError } from "~/platform/startup-error";

/** How many files are on their way at a time: each waits mostly for the other machine. */
const AT_ONCE = 8;

/** The result of a copy: `copied` were missing, `known` were there already. */
export interface Copied {
  copied: number;
  known: number;
  bytes: number;
}

/**
 * Copies every file of one store into another, and reads back each that it has copied: what did not come as it was ends
 * it with a StartupError. What the other one has already, in the same size, it does not touch, so that it may be ended at
 * any moment and begun again. Nothing is removed. `tell` hears how far it is.
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  tell: (so: Copied) => void = () => undefined,
): Promise<Copied> {
  const totals: Copied = { copied: 0, known: 0, bytes: 0 };
  // The others finish what they are at, so that nothing goes on behind whoever is told.
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
  /** Whether it was there still. */
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
