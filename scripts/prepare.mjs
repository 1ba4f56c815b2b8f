// The preparations of `npm start` and `npm test`: packages installed and the product built, each only
// when something has changed since. Plain Node, for there may be no package yet.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** The last lines of a log that are shown when what wrote it has failed. */
const LAST_LINES = 60;

/**
 * Runs a command in the project's folder; ends this process when it fails. Its output is shown, or written to a log in
 * .cache, whose end is shown when it fails.
 */
export async function run(command, args, env = {}, log = "") {
  const file = log && path.join(root, ".cache", log);
  if (file) mkdirSync(path.dirname(file), { recursive: true });
  const output = file ? openSync(file, "w") : "inherit";
  const stdio = file ? ["ignore", output, output] : "inherit";
  const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } });
  const [status, error] = await once(child, "exit").catch((failure) => [1, failure]);
  if (status === 0) return;
  if (file) console.error(endOf(file));
  console.error(error?.message ? `${command}: ${error.message}` : `${[command, ...args].join(" ")} failed.`);
  process.exit(status || 1);
}

function endOf(file) {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return [...lines.slice(-LAST_LINES), `The whole of it is in ${path.relative(process.cwd(), file)}.`].join("\n");
}

const contents = (file) => readFileSync(path.join(root, file));

/** The marks that tell in a third of the time that nobody has written to a file; the last moment nobody can set. */
function lastWritten(file) {
  const { size, mtimeMs, ctimeMs } = statSync(path.join(root, file));
  return `${size} ${mtimeMs} ${ctimeMs}\n`;
}

function digest(files, of = contents) {
  const hash = createHash("sha256").update(process.version);
  for (const file of files) hash.update(file).update("\0").update(of(file));
  return hash.digest("hex");
}

/** The files below a folder of sources. */
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
/** The sources of the packages; `node_modules/.installed` holds those that they were made from. */
export const packagesState = () => digest(["package.json", "package-lock.json"]);

/**
 * Installs exactly what package-lock.json says. Resolves when the product can be built and checked; `whole` when it can
 * run as well: some packages are compiled first, which takes one core a minute.
 * @returns {Promise<{ whole: Promise<void> }>}
 */
export async function install() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Node.js 20.19 or newer is needed; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const state = packagesState();
  if (isDone(INSTALLED, state)) return { whole: Promise.resolve() };
  if (process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime) {
    console.error("A Linux with glibc is needed, such as Debian, Ubuntu or Fedora; musl (Alpine) is not supported.");
    process.exit(1);
  }
  console.log(
    Number(process.versions.napi) >= 10
      ? "Installing packages …"
      : `Installing packages, and compiling SQLite, which Node ${major} needs and newer ones do not: two minutes …`,
  );
  // Development packages build the product, whatever NODE_ENV says.
  const quietly = ["--no-audit", "--no-fund", "--loglevel=error"];
  await run(npm, ["ci", "--include=dev", "--ignore-scripts", ...quietly], { NODE_ENV: "development" }, "install.log");
  const compiled = run(npm, ["rebuild", ...quietly, ...withScripts()], COMPILER, "compile.log");
  return { whole: compiled.then(() => noteDone(INSTALLED, state)) };
}

/**
 * SQLite's own advice is -O2: the -O3 that node-gyp asks for takes a compiler twice as long and makes nothing quicker
 * here. Two files at a time: the largest takes as long as all others.
 */
const COMPILER = { CFLAGS: "-O2", CXXFLAGS: "-O2", npm_config_jobs: "2", JOBS: "2" };

/** The packages that are compiled, or set themselves up, when they are installed. */
function withScripts() {
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const names = Object.entries(packages)
    .filter(([folder, { hasInstallScript }]) => hasInstallScript && existsSync(path.join(root, folder)))
    .map(([folder]) => folder.split("node_modules/").at(-1));
  // Where Node has Node-API 10 another version runs, which brings its program along.
  const passedOver = Number(process.versions.napi) >= 10 ? "better-sqlite3" : "";
  return [...new Set(names)].filter((name) => name !== passedOver);
}

/** Installs and builds, with what is compiled for either side by side. */
export async function prepare() {
  const { whole } = await install();
  await Promise.all([whole, build()]);
}

/** Builds the browser's files and the server into build/. */
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
    // An account that may only run the build reads its sources the next time, too.
  }
}
