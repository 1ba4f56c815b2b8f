import type { Kysely } from "kysely";
import { table } from "./columns.server";

/** The writer of an upload just now, where several processes may: a row for each, as long as its request takes. */
export async function uploadLocks(db: Kysely<any>): Promise<void> {
  await table(db, "uploadLocks", {
    name: "id",
    holder: "text",
    /** Milliseconds since 1970. */
    until: "bigint",
    wanted: "integer",
  }).execute();
}
