import type { Db } from "~/platform/database/database.server";
import { newToken } from "~/platform/ids.server";

/**
 * Commits a write that leaves nothing behind, and refuses with the error of the database where it takes none. A row
 * that comes and goes within the transaction is seen by nobody, and no value repeats: SQLite writes nothing for an
 * update that changes nothing.
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
  /** How long a read is enough after a write that succeeded, in milliseconds. */
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
