import { sql } from "kysely";
import type { Services } from "~/platform/services.server";

const PATIENCE_MS = 5000;

/** Checks whether the read replica belongs to this very database and keeps up. Returns a sentence if it does not. */
export async function readReplica({ db, replica }: Pick<Services, "db" | "replica">): Promise<string[]> {
  if (!replica) return [];
  const identity = sql<{ id: string; name: string }>`
    select "system_identifier"::text as "id", current_database() as "name" from pg_control_system()`;
  const [primaryIdentity] = (await identity.execute(db)).rows;
  try {
    const [replicaIdentity] = (await identity.execute(replica.db)).rows;
    if (replicaIdentity?.id !== primaryIdentity?.id || replicaIdentity?.name !== primaryIdentity?.name)
      return [
        "DATABASE_READ_URL leads to another database than DATABASE_URL, and no replica of it: nothing is read there.",
      ];
    for (const until = performance.now() + PATIENCE_MS; replica.trouble !== null;) {
      if (replica.trouble === "no replica")
        return [
          "DATABASE_READ_URL leads to a primary, and no replica: nothing is read there. Name a replica of DATABASE_URL, or leave it away.",
        ];
      if (performance.now() > until)
        return [
          `The replica of DATABASE_READ_URL is ${replica.trouble === "starting" ? "behind" : replica.trouble}: nothing is read there until it has caught up. See that it receives and replays (pg_stat_wal_receiver, pg_is_wal_replay_paused()).`,
        ];
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return [];
  } catch (error) {
    const { message } = error as Error;
    return [
      `The replica of DATABASE_READ_URL cannot be asked (${message}): everything is read from the primary meanwhile. See that it runs, and that the address is right.`,
    ];
  }
}
