// Copies everything that the image runs into a folder: the build, its commands, and the files of each package that
// these load.
//
//   npm run build && node scripts/image/gather.mjs FOLDER
//
// The packages are ten times larger than the files that are loaded. @vercel/nft reads the built server and follows what
// a module imports, requires or opens next to itself (native programs, the fonts of PDFs). Modules that are only named
// by a text, for a process that receives its program, are listed in by-name.cjs. tests/processes/image.test.ts finds
// what is missing.
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { nodeFileTrace } from "@vercel/nft";
import { root } from "../prepare.mjs";

/** The scripts of package.json that an operator runs where the service runs. */
const COMMANDS = [
  "operator",
  "lift-factor",
  "demo:remove",
  "backup",
  "restore",
  "doctor",
  "files:move",
  "move",
  "days:book",
];
const BY_NAME = "scripts/image/by-name.cjs";
/** The package's name depends on Node, as in app/platform/database/dialects/sqlite-package.server.ts. */
const sqlite = Number(process.versions.napi) >= 10 ? "better-sqlite3-13" : "better-sqlite3";
/** Native programs for other platforms than this one. The server needs glibc. */
const isForOtherPlatform = (file) =>
  /\/prebuilds\//.test(file) && !file.includes(`/${process.platform}-${process.arch}`);

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error("Where to? Say: node scripts/image/gather.mjs FOLDER");
  process.exit(2);
}
const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const { resolve } = createRequire(import.meta.url);
// Version 13 comes with its program and computes the program's path from the platform, so the trace cannot find it.
const ofSqlite = `node_modules/${sqlite}/prebuilds/${process.platform}-${process.arch}.node`;
const roots = [
  "build/server.js",
  "build/server/index.js",
  ...COMMANDS.map((name) => scripts[name].replace("node ", "")),
  BY_NAME,
  resolve(sqlite),
  resolve(`${sqlite}/package.json`),
  ...(existsSync(path.join(root, ofSqlite)) ? [ofSqlite] : []),
];
const { fileList } = await nodeFileTrace(roots, {
  base: root,
  processCwd: root,
  // The conditions with which Node itself chooses among a package's exports.
  conditions: ["node", "module-sync"],
  ignore: isForOtherPlatform,
});
const files = [...fileList].filter((file) => !file.startsWith("build/") && file !== BY_NAME);
mkdirSync(folder, { recursive: true });
// The whole build is copied, because the demo's pictures and the browser's files are found by their folder.
for (const file of ["build", "package.json", ...files])
  cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
console.log(`${files.length} files of packages and commands, and the build, are in ${folder}.`);
