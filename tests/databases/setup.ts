import type { Socket } from "node:net";
import type { TestProject } from "vitest/node";
import { openRunFolder } from "./run-folder.mjs";
import { startPostgres } from "./start-postgres.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the run keeps its databases. */
    runFolder: string;
  }
}

/** One Postgres for the whole run, started for the first test file that asks, if any does. */
export default async function setup(project: TestProject) {
  let started: ReturnType<typeof startPostgres> | undefined;
  const answer = (connection: Socket) => {
    started ??= startPostgres(run.folder);
    started.then(
      ({ url }) => connection.end(JSON.stringify({ url })),
      (error: Error) => connection.end(JSON.stringify({ error: error.message })),
    );
  };
  // Whoever only looks whether this run is alive says nothing, and needs no Postgres.
  const run = await openRunFolder((connection: Socket) => connection.once("data", () => answer(connection)));
  project.provide("runFolder", run.folder);
  return async () => {
    const postgres = await started?.catch(() => undefined);
    await postgres?.stop();
    run.close();
  };
}
