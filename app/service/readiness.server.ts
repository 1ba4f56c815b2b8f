import { sql } from "kysely";
import type { Trouble } from "~/platform/database/replica/replica.server";
import { theService } from "./the-service.server";

/**
 * Whether the database and the file store can be reached; what is wrong is for the log alone. Files that another machine
 * keeps are told of, but do not decide: away for all processes alike, they would take the whole shop with them. Nor does
 * a replica, for the primary does its work.
 */
export async function readiness(): Promise<{
  ready: boolean;
  database: boolean;
  files: boolean;
  /** Whether it is read, or why not; absent where there is none. */
  replica?: "in use" | Trouble;
}> {
  const { services } = await theService();
  const works = (name: string) =>
    [
      () => true,
      (error: unknown) => {
        services.log.error({ part: name, reason: String(error) }, "not ready");
        return false;
      },
    ] as const;
  const [database, files] = await Promise.all([
    sql`select 1`.execute(services.db).then(...works("database")),
    services.files.check().then(...works("files")),
  ]);
  return {
    ready: database && (files || services.files.elsewhere),
    database,
    files,
    ...(services.replica && { replica: services.replica.trouble ?? "in use" }),
  };
}
