import { sql } from "kysely";
import { theService } from "./the-service.server";

/** Whether the database and the file store can be reached; each with what is wrong, for the log alone. */
export async function readiness(): Promise<{ database: boolean; files: boolean }> {
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
  return { database, files };
}
