import type { Db } from "~/platform/database/database.server";
import { newToken } from "~/platform/ids.server";

/**
 * Commits a write that leaves nothing behind. Throws the database's error if it takes no writes. Nobody sees a row that
 * comes and goes within the transaction. No value repeats, because SQLite writes nothing for an update that changes
 * nothing.
 */
export async function writeProbe(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const _id = `probe-${newToken().slice(0, 16)}`;
    await trx.insertInto("processes").values({ _id, startedAt: "" }).execute();
    await trx.deleteFrom("processes").where("_id", "=", _id).execute();
  });
}

export interface ProbeParts {
  write: () => Promise<unknown>;
  read: () => Promise<unknown>;
  /** For this many milliseconds after a successful write, a read is enough. */
  writeEveryMs: number;
  /** Milliseconds by a clock that nobody sets. */
  now?: () => number;
}

/**
 * A probe that writes, and only reads for a while after a write that succeeded. On SQLite each commit makes all other
 * processes read their cached pages anew.
 */
export function sparingProbe({ write, read, writeEveryMs, now = () => performance.now() }: ProbeParts) {
  let writtenAt: number | null = null;
  return async (): Promise<void> => {
    if (writtenAt !== null && now() - writtenAt < writeEveryMs) return void (await read());
    writtenAt = null;
    await write();
    writtenAt = now();
  };
}
