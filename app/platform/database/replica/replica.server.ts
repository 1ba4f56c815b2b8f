import { Kysely, sql } from "kysely";
import type { Log } from "~/platform/log.server";
import type { Changes } from "../dialects/changes";
import type { Tables } from "../tables";

/** How often to check that the replica keeps up, while nothing changes. */
const LOOK_MS = 1000;
/** How far it may be behind, even with data that no page shows. */
const MOST_BEHIND_MS = 5000;
/** How far it may be behind while the primary is away: as old as a kept page that is shown then. */
const MOST_BEHIND_AWAY_MS = 3_600_000;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [2, 100];

/** Why the replica is not read just now; null while it is read. `starting`: its state is not known yet. */
export type Trouble = "starting" | "behind" | "out of reach" | "no replica";

class NoReplica extends Error {}

interface ReplicaOptions {
  primary: Kysely<Tables>;
  replica: Kysely<Tables>;
  changes: Changes;
  log: Log;
}

/**
 * Follows the progress of a read replica. It may be read while it has everything that this process knows of. Each
 * announced change makes it unusable until it has replayed the log up to the primary's position at that time. So a read
 * from it is as current as one from the primary, and so is a value remembered from it under a moment of `changes`.
 */
export class Replica {
  readonly db: Kysely<Tables>;
  /** The number of statements that each has answered. */
  readonly reads = { replica: 0, primary: 0 };
  readonly #primary: Kysely<Tables>;
  readonly #changes: Changes;
  readonly #log: Log;
  readonly #stopListening: () => void;
  /** The number of changes that this process has heard of. */
  #changeCount = 0;
  /** The number of these changes that the replica is known to have replayed; -1 before it is known. */
  #replayedCount = -1;
  /** The replica has everything that was written before this moment. */
  #upToDateAt = Number.NEGATIVE_INFINITY;
  #trouble: Trouble | null = "starting";
  /** The replica was read because the primary was away, so values remembered from it may be older than they seem. */
  #readInstead = false;
  #closed = false;
  #wake: () => void = () => undefined;

  constructor({ primary, replica, changes, log }: ReplicaOptions) {
    [this.#primary, this.db, this.#changes, this.#log] = [primary, replica, changes, log];
    this.#stopListening = changes.listen(() => this.shut());
    void this.#follow();
  }

  /** Makes the replica unusable until it has what was just written. Called for each change, and after migrations. */
  shut(): void {
    this.#changeCount += 1;
    this.#wake();
  }

  get trouble(): Trouble | null {
    return this.#trouble;
  }

  /** Milliseconds since the moment up to which it is known to have everything. */
  get behindMs(): number {
    return performance.now() - this.#upToDateAt;
  }

  /** Whether it has everything that this process knows of. */
  isUsable(): boolean {
    return this.#trouble === null && this.#replayedCount === this.#changeCount && this.behindMs < MOST_BEHIND_MS;
  }

  /**
   * Whether the replica may answer a read while the primary is away. Call it for each such read, because it notes the
   * use.
   */
  standsIn(): boolean {
    const will = this.#trouble === null || this.#trouble === "behind";
    if (!will || this.behindMs > MOST_BEHIND_AWAY_MS) return false;
    return (this.#readInstead = true);
  }

  /** Notes that the replica failed a read. The primary is read until the replica is known to be well. */
  failed(error: unknown): void {
    this.#report("out of reach", error);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopListening();
    this.#wake();
    await this.db.destroy();
  }

  async #follow(): Promise<void> {
    while (!this.#closed) {
      const [changeCount, startedAt] = [this.#changeCount, performance.now()];
      const position = await this.#written();
      if (position !== null) {
        try {
          await this.#untilReplayed(position, startedAt);
          [this.#replayedCount, this.#upToDateAt] = [changeCount, startedAt];
          this.#report(null);
        } catch (error) {
          this.#report(error instanceof NoReplica ? "no replica" : "out of reach", error);
        }
      }
      if (this.#changeCount === changeCount || this.#trouble !== null) await this.#changeOr(LOOK_MS);
    }
  }

  /** How far the primary has written its log; null if it cannot be asked. */
  async #written(): Promise<string | null> {
    try {
      const { rows } = await sql<{ lsn: string }>`select pg_current_wal_flush_lsn()::text as "lsn"`.execute(
        this.#primary,
      );
      if (this.#readInstead) {
        this.#readInstead = false;
        this.#changes.announce();
      }
      return rows[0]?.lsn ?? null;
    } catch {
      return null;
    }
  }

  async #untilReplayed(lsn: string, since: number): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !this.#closed; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const { rows } = await sql<{ follows: boolean; has: boolean | null }>`
        select pg_is_in_recovery() as "follows", pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as "has"`.execute(this.db);
      // It became a primary or never was a replica, so its position in a log says nothing.
      if (!rows[0]?.follows) throw new NoReplica("It follows no other database.");
      if (rows[0].has) return;
      if (performance.now() - since > MOST_BEHIND_MS) this.#report("behind");
      await new Promise((resolve) => setTimeout(resolve, pause).unref());
    }
  }

  #changeOr(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #report(trouble: Trouble | null, error?: unknown): void {
    const before = this.#trouble;
    this.#trouble = trouble;
    if (before === trouble || this.#closed) return;
    if (trouble === null) this.#log.info("the read replica is up to date: it is read");
    else
      this.#log.error(
        { trouble, ...(error !== undefined && { reason: String(error) }) },
        "the read replica cannot be used: everything is read from the primary",
      );
  }
}
