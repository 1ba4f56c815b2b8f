import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { pino } from "pino";
import { expect, inject } from "vitest";
import { socketIn } from "./run-folder.mjs";
import { databasesOf } from "./which-databases";

const { testPath } = expect.getState();
if (testPath && readFileSync(testPath, "utf8").includes("onBothDatabases(")) {
  const kinds = databasesOf(testPath);
  // Postgres takes a second to start, and so does the application. Postgres starts while the file loads the application.
  if (kinds.includes("postgres"))
    connect(socketIn(inject("runFolder")))
      // The next caller learns why there is no database.
      .on("error", () => undefined)
      .end("postgres");
  // In `npm test`, the milliseconds of the first files are theirs alone. An error comes again where a test needs the
  // database.
  if (process.env["UNIT_REPORT"]) {
    const { makeTemplates } = await import("./databases");
    await makeTemplates(kinds, pino({ level: "silent" })).catch(() => undefined);
  }
}
