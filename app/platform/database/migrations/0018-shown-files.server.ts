import { sql, type Kysely } from "kysely";

/** Whether anything shows a file is asked whenever one is opened. */
export async function shownFiles(db: Kysely<any>): Promise<void> {
  for (const [name, table, column] of [
    ["productsVideo", "products", "videoId"],
    ["orderLinesImage", "orderLines", "imageId"],
    ["usersImage", "users", "imageId"],
  ] as const)
    await sql`create index ${sql.ref(name)} on ${sql.ref(table)} (${sql.ref(column)}) where ${sql.ref(column)} is not null`.execute(
      db,
    );
}
