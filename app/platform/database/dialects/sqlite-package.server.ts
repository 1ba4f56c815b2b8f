import { createRequire } from "node:module";
import type Package from "better-sqlite3";

/*
 * better-sqlite3 in the version that this Node can run. Version 13 stands on Node-API 10 and brings its programs along;
 * version 12 is for older Nodes, and ends a Node from 24.19 on when a statement of its own is collected.
 */
const hasNodeApi10 = Number(process.versions.napi) >= 10;
// Not imported: of the two, the one that this Node cannot run is not installed.
const SQLite = createRequire(import.meta.url)(hasNodeApi10 ? "better-sqlite3-13" : "better-sqlite3") as typeof Package;

export default SQLite;
