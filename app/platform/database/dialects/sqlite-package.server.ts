import { createRequire } from "node:module";
import type Package from "better-sqlite3";

/*
 * better-sqlite3 in the version that this Node can run. Version 13 needs Node-API 10 and brings its binaries along.
 * Version 12 is for older Nodes; from Node 24.19 on it ends the process when one of its statements is garbage
 * collected.
 */
const hasNodeApi10 = Number(process.versions.napi) >= 10;
// Not a static import, because the version that this Node cannot run is not installed.
const SQLite = createRequire(import.meta.url)(hasNodeApi10 ? "better-sqlite3-13" : "better-sqlite3") as typeof Package;

export default SQLite;
