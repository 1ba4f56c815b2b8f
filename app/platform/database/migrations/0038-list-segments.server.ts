import { sql, type Kysely } from "kysely";
import type { Dialect } from "../dialects/dialect";
import { createListSegments } from "../dialects/list-segments.server";

/** How many products a list has, and where its deep pages begin, is no longer found out by going through it. */
export async function listSegments(db: Kysely<any>, dialect: Dialect): Promise<void> {
  // Compared byte by byte on both databases, whatever language a Postgres was set up for.
  const text = sql.raw(dialect.name === "sqlite" ? "text" : 'text collate "C"');
  await sql`create table "listSegments" ("list" ${text} not null, "start" ${text} not null, "writer" integer not null, "products" bigint not null, primary key ("list", "start", "writer"))`.execute(
    db,
  );
  await createListSegments(db, dialect);
}
