import type { Socket } from "node:net";
import type { TestProject } from "vitest/node";
import { allCompared } from "../fixtures/contract";
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
  let cluster: ReturnType<typeof startPostgres> | undefined;
  const run = await openRunFolder((connection: Socket) => {
    // A worker that is gone has no use for the answer.
    connection.on("error", () => undefined);
    // A connection that only looks whether the run is alive asks for nothing.
    connection.once("data", () => {
      cluster ??= startPostgres(run.folder);
      cluster.then(
        ({ url }) => connection.end(JSON.stringify({ url })),
        (error: Error) => connection.end(JSON.stringify({ error: error.message })),
      );
    });
  });
  project.provide("runFolder", run.folder);
  return async () => {
    const compared = allCompared(run.folder);
    if (compared > 0) console.log(`${compared} answers of the API agree with its document.`);
    const postgres = await cluster?.catch(() => undefined);
    await postgres?.stop();
    run.close();
  };
}
