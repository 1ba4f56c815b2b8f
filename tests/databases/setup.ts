import type { Socket } from "node:net";
import type { TestProject } from "vitest/node";
import { allCompared } from "../fixtures/contract";
import { openRunFolder } from "./run-folder.mjs";
import { startPostgres } from "./start-postgres.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the run's databases. */
    runFolder: string;
  }
}

/** One Postgres for the whole run. It starts when the first test file asks for it, if any does. */
export default async function setup(project: TestProject) {
  let cluster: ReturnType<typeof startPostgres> | undefined;
  const run = await openRunFolder((connection: Socket) => {
    // A worker may end before the response.
    connection.on("error", () => undefined);
    // A connection that only checks whether the run is alive sends nothing.
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
