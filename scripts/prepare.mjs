// Prepares `npm start` and `npm test`: installs the packages and builds the product, each only after a change. It uses
// Node alone, because no package may be installed yet.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Number of lines of a failed command's log that are shown. */
const LAST_LINES = 60;

/** Commands that run now. */
const running = new Set();
// npm goes on after a signal that it can catch, and would write beside the next run. What it has not finished is
// installed anew by that run.
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/**
 * Runs a command in a folder of the project. If the command fails, the others that run are ended, and so is this
 * process. Without `log`, the output is shown. With it, the output goes to that file in .cache, and its last lines are
 * shown after a failure.
 */
export async function run(command, args, env = {}, log = "", folder = "") {
  const failure = await tryToRun(command, args, env, log, folder);
  if (failure) endWith(failure, log);
}

/** @param {{ status: number, words: string }} failure @param {string} log */
function endWith({ status, words }, log) {
  if (log) console.error(endOf(logFile(log)));
  console.error(words);
  process.exit(status);
}

const logFile = (/** @type {string} */ log) => path.join(root, ".cache", log);

/** Runs a command as `run` does. Returns null, or how it failed. */
async function tryToRun(command, args, env, log, folder) {
  const file = log && logFile(log);
  if (file) mkdirSync(path.dirname(file), { recursive: true });
  const output = file ? openSync(file, "w") : "inherit";
  const stdio = file ? ["ignore", output, output] : "inherit";
  const child = spawn(command, args, { cwd: path.join(root, folder), stdio, env: { ...process.env, ...env } });
  running.add(child);
  const [status, error] = await once(child, "exit").catch((failure) => [1, failure]);
  running.delete(child);
  if (status === 0) return null;
  const words = error?.message ? `${command}: ${error.message}` : `${[command, ...args].join(" ")} failed.`;
  return { status: status || 1, words };
}

function endOf(file) {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return [...lines.slice(-LAST_LINES), `The whole of it is in ${path.relative(process.cwd(), file)}.`].join("\n");
}

const contents = (file) => readFileSync(path.join(root, file));

/**
 * A file's size and times: they show that the file is unchanged in a third of the time of reading it. No program can
 * set `ctime`.
 */
function lastWritten(file) {
  const { size, mtimeMs, ctimeMs } = statSync(path.join(root, file));
  return `${size} ${mtimeMs} ${ctimeMs}\n`;
}

function digest(files, of = contents) {
  const hash = createHash("sha256").update(process.version);
  for (const file of files) hash.update(file).update("\0").update(of(file));
  return hash.digest("hex");
}

/** All files below a folder, sorted. */
function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
    .toSorted();
}

const isDone = (stamp, state) => {
  const file = path.join(root, stamp);
  return existsSync(file) && readFileSync(file, "utf8") === state;
};

function noteDone(stamp, state) {
  const file = path.join(root, stamp);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, state);
}

const INSTALLED = "node_modules/.installed";
/** A digest of the packages' sources. `node_modules/.installed` holds the digest that was installed. */
export const packagesState = () => digest(["package.json", "package-lock.json"]);

/** Node-API 10 runs `better-sqlite3-13`, whose package contains the compiled program. Older ones need `better-sqlite3`. */
const needsCompiler = Number(process.versions.napi) < 10;

/**
 * Installs exactly the packages of package-lock.json. Resolves when the product can be built and checked. `whole`
 * resolves when the product can run as well: SQLite may have to be compiled, which takes a core a minute.
 * @param {{ optimization?: "-O2" | "-O1" }} [options] how SQLite is compiled
 * @returns {Promise<{ whole: Promise<void> }>}
 */
export async function install({ optimization = "-O2" } = {}) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Node.js 20.19 or newer is needed; this is ${process.versions.node}.`);
    process.exit(1);
  }
  // A killed run leaves it behind, and npm would prefer it to package-lock.json.
  rmSync(path.join(root, SHRINKWRAP), { force: true });
  const state = packagesState();
  if (isDone(INSTALLED, state)) return { whole: Promise.resolve() };
  if (process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime) {
    console.error("A Linux with glibc is needed, such as Debian, Ubuntu or Fedora; musl (Alpine) is not supported.");
    process.exit(1);
  }
  console.log(
    needsCompiler
      ? `Installing packages, and compiling SQLite, which Node ${major} needs and newer ones do not: two minutes …`
      : "Installing packages …",
  );
  const compiled = needsCompiler && compileSqlite(optimization);
  // Development packages are needed for the build, whatever NODE_ENV says.
  await installPackages("", ["--include=dev", "--ignore-scripts"], { NODE_ENV: "development" }, "install.log");
  await run(npm, ["rebuild", ...QUIETLY, ...withScripts()], {}, "rebuild.log");
  const whole = Promise.resolve(compiled).then((program) => {
    if (program) putInPlace(program);
    noteDone(INSTALLED, state);
  });
  return { whole };
}

/**
 * Installs the packages of a folder that has a package.json of its own, after a change of its package-lock.json.
 * @param {string} folder
 */
export async function installIn(folder) {
  const stamp = `${folder}/node_modules/.installed`;
  const state = digest([`${folder}/package-lock.json`]);
  if (isDone(stamp, state)) return;
  console.log(`Installing the packages of ${folder} …`);
  await run(npm, ["ci", ...QUIETLY], {}, "", folder);
  noteDone(stamp, state);
}

/** Takes the place of package-lock.json while packages are installed. */
const SHRINKWRAP = "npm-shrinkwrap.json";

/**
 * Runs `npm ci` with the address of each package. package-lock.json has none, so npm would ask the registry for all
 * versions of each package first: a thousand requests. A registry with other addresses is asked in the usual way.
 * @param {string} folder the folder that is installed into
 * @param {string[]} options
 * @param {Record<string, string>} env
 * @param {string} log
 */
async function installPackages(folder, options, env, log) {
  const lock = JSON.parse(contents("package-lock.json").toString());
  const registry = execFileSync(npm, ["config", "get", "registry"], { cwd: root, encoding: "utf8" }).trim();
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (!place || entry.resolved || entry.link || entry.inBundle || !entry.integrity) continue;
    const name = entry.name ?? place.split("node_modules/").at(-1);
    entry.resolved = `${registry.replace(/\/$/, "")}/${name}/-/${path.posix.basename(name)}-${entry.version}.tgz`;
  }
  const file = path.join(root, folder, SHRINKWRAP);
  const remove = () => rmSync(file, { force: true });
  const command = ["ci", ...options, ...QUIETLY];
  writeFileSync(file, JSON.stringify(lock));
  process.once("exit", remove);
  const failure = await tryToRun(npm, command, env, log, folder);
  process.off("exit", remove);
  remove();
  if (!failure) return;
  const hasOtherAddresses = /\bE40\d\b/.test(readFileSync(logFile(log), "utf8"));
  if (!hasOtherAddresses) endWith(failure, log);
  await run(npm, command, env, log, folder);
}

const QUIETLY = ["--no-audit", "--no-fund", "--loglevel=error"];

/**
 * Compiler settings for SQLite. SQLite's authors advise -O2; node-gyp's -O3 compiles for twice as long and makes
 * nothing faster here. Tests take -O1, which compiles for 48 s in the place of 78 and is some 7 % slower. -g0 leaves out
 * what a debugger would read.
 * @param {string} optimization
 */
const compilerSettings = (optimization) => ({ CFLAGS: `${optimization} -g0`, CXXFLAGS: `${optimization} -g0` });

const PROGRAM = "node_modules/better-sqlite3/build/Release/better_sqlite3.node";

/**
 * Compiles SQLite, or downloads the program where GitHub can be reached, in a folder of its own: this goes on beside the
 * installation of all other packages. The versions are those of package-lock.json.
 * @param {string} optimization
 * @returns {Promise<string>} the program's file
 */
async function compileSqlite(optimization) {
  const folder = ".cache/sqlite";
  rmSync(path.join(root, folder), { recursive: true, force: true });
  mkdirSync(path.join(root, folder), { recursive: true });
  const { "better-sqlite3": version } = JSON.parse(contents("package.json")).optionalDependencies;
  writeFileSync(
    path.join(root, folder, "package.json"),
    JSON.stringify({ dependencies: { "better-sqlite3": version } }),
  );
  copyFileSync(path.join(root, "package-lock.json"), path.join(root, folder, "package-lock.json"));
  await installPackages(folder, [], compilerSettings(optimization), "compile.log");
  return path.join(root, folder, PROGRAM);
}

function putInPlace(program) {
  const target = path.join(root, PROGRAM);
  mkdirSync(path.dirname(target), { recursive: true });
  copyFileSync(program, target);
  rmSync(path.join(root, ".cache/sqlite"), { recursive: true });
}

/** Names of the packages whose install scripts set up something, except for SQLite's, which is compiled by itself. */
function withScripts() {
  const { packages } = JSON.parse(contents("package-lock.json"));
  const names = Object.entries(packages)
    .filter(([folder, { hasInstallScript }]) => hasInstallScript && existsSync(path.join(root, folder)))
    .map(([folder]) => folder.split("node_modules/").at(-1));
  return [...new Set(names)].filter((name) => name !== "better-sqlite3");
}

/** Installs the packages and builds the product, beside the compiler of SQLite. */
export async function prepare() {
  const { whole } = await install();
  await Promise.all([whole, build()]);
}

/** Builds the browser's files and the server into build/, unless they are up to date. */
export async function build() {
  const sources = [
    ...filesBelow("app"),
    ...filesBelow("public"),
    "server.ts",
    "workers.ts",
    "scripts/compress.mjs",
    "scripts/older-browsers.ts",
    "scripts/page-sheets.ts",
    "scripts/demo-pictures.ts",
    "remix.config.js",
    "vite.config.ts",
    "tsconfig.json",
    "package.json",
    "package-lock.json",
  ];
  const isThere = ["build/server.js", "build/server/index.js"].every((file) => existsSync(path.join(root, file)));
  const digestNow = digest(sources, lastWritten);
  if (isThere && isDone("build/.written", digestNow)) return;
  const state = digest(sources);
  if (!isThere || !isDone("build/.built", state)) {
    console.log("Building …");
    await run(npm, ["run", "--silent", "build"], { NODE_ENV: "production" }, "build.log");
    noteDone("build/.built", state);
  }
  try {
    noteDone("build/.written", digestNow);
  } catch {
    // An account that may not write here compares the sources at each start.
  }
}
