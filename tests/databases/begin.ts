import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { expect, inject } from "vitest";
import { socketIn } from "./run-folder.mjs";
import { databasesOf } from "./which-databases";

// Postgres takes a second to start, and so does the application. If the tests of a file need Postgres, it starts while
// the file loads the application.
const { testPath } = expect.getState();
const needsIt = databasesOf(testPath).includes("postgres");
if (needsIt && testPath && readFileSync(testPath, "utf8").includes("onBothDatabases("))
  connect(socketIn(inject("runFolder")))
    // The next caller learns why there is no database.
    .on("error", () => undefined)
    .end("postgres");
