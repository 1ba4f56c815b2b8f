import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { expect, inject } from "vitest";
import { socketIn } from "./run-folder.mjs";
import { databasesOf } from "./which-databases";

// Postgres takes a second to be there, and so does the application: a file whose tests need both has the one started
// while it loads the other.
const { testPath } = expect.getState();
const needsIt = databasesOf(testPath).includes("postgres");
if (needsIt && testPath && readFileSync(testPath, "utf8").includes("onBothDatabases("))
  connect(socketIn(inject("runFolder")))
    // A later caller is told why there is no database.
    .on("error", () => undefined)
    .end("postgres");
