// Puts what the image runs into a folder: the build, its commands, and of each package the files that these come to.
//
//   npm run build && node scripts/image/gather.mjs FOLDER
//
// The packages are ten times what is loaded of them. @vercel/nft reads the built server and follows what is imported,
// required or opened beside a module (programs in machine code, the fonts of PDFs). What is only named by a text, for a
// process that is handed its program, stands in by-name.cjs; tests/processes/image.test.ts notices what is forgotten.
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
/** By one name or the other, as app/platform/database/dialects/sqlite-package.server.ts has it. */
const sqlite = Number(process.versions.napi) >= 10 ? "better-sqlite3-13" : "better-sqlite3";
/** Machine code for other machines than this one; a glibc is what the server needs. */
const isForOtherPlatform = (file) =>
  /\/prebuilds\//.test(file) && !file.includes(`/${process.platform}-${process.arch}`);

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error("Where to? Say: node scripts/image/gather.mjs FOLDER");
  process.exit(2);
}
const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const { resolve } = createRequire(import.meta.url);
// Version 13 brings its program along, and puts its path together from what the machine says of itself.
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
  // As Node itself chooses among what a package offers.
  conditions: ["node", "module-sync"],
  ignore: isForOtherPlatform,
});
const files = [...fileList].filter((file) => !file.startsWith("build/") && file !== BY_NAME);
mkdirSync(folder, { recursive: true });
// The build with everything in it: pictures of the demo and the browser's files are found by their folder.
for (const file of ["build", "package.json", ...files])
  cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
console.log(`${files.length} files of packages and commands, and the build, are in ${folder}.`);
