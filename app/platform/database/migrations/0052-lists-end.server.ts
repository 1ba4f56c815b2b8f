import { sql, type Kysely } from "kysely";
import type { Dialect } from "../dialects/dialect";

/** Lists end after a number of products, so that nothing counts them within each change any more. */
export async function listsEnd(db: Kysely<any>, { name }: Pick<Dialect, "name">): Promise<void> {
  for (const family of ["listSegments", "orderSegments"])
    for (const event of ["Insert", "Update", "Delete"]) {
      const trigger = sql.ref(family + event);
      // On Postgres the trigger goes with its function.
      if (name === "sqlite") await sql`drop trigger ${trigger}`.execute(db);
      else await sql`drop function ${trigger}() cascade`.execute(db);
    }
  await db.schema.dropTable("listSegments").execute();
  await db.deleteFrom("jobs").where("kind", "=", "segments").execute();
}
