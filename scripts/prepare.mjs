// What `npm start` and `npm test` need before anything else runs: packages installed and the product built, each only
// when something has changed since. Plain Node, for there may be no package yet.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Runs a command in the project's folder with its output shown; ends this process when it fails. */
export function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  if (status === 0) return;
  console.error(error ? `${command}: ${error.message}` : `${[command, ...args].join(" ")} failed.`);
  process.exit(status || 1);
}

function digest(files) {
  const hash = createHash("sha256").update(process.version);
  for (const file of files)
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(path.join(root, file)));
  return hash.digest("hex");
}

function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => statSync(path.join(root, file)).isFile())
    .toSorted();
}

function unlessDone(stamp, state, work) {
  const file = path.join(root, stamp);
  if (existsSync(file) && readFileSync(file, "utf8") === state) return;
  work();
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, state);
}

/** What the packages are made from; `node_modules/.installed` holds what they were made from. */
export const packagesState = () => digest(["package.json", "package-lock.json"]);

/** Installs exactly what package-lock.json says. */
export function install() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Node.js 20.19 or newer is needed; this is ${process.versions.node}.`);
    process.exit(1);
  }
  if (process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime) {
    console.error("A Linux with glibc is needed, such as Debian, Ubuntu or Fedora; musl (Alpine) is not supported.");
    process.exit(1);
  }
  unlessDone("node_modules/.installed", packagesState(), () => {
    console.log("Installing packages …");
    // Development packages build the product, whatever NODE_ENV says.
    run(npm, ["ci", "--no-audit", "--no-fund", "--include=dev", "--loglevel=error"], { NODE_ENV: "development" });
  });
}

/** Builds the browser's files and the server into build/. */
export function build() {
  const sources = [
    ...filesBelow("app"),
    ...filesBelow("public"),
    "server.ts",
    "workers.ts",
    "scripts/compress.mjs",
    "scripts/chunks.ts",
    "scripts/pictures/vite-plugin.ts",
    "remix.config.js",
    "vite.config.ts",
    "package-lock.json",
  ];
  unlessDone("build/.built", digest(sources), () => {
    console.log("Building …");
    run(npm, ["run", "--silent", "build"], { NODE_ENV: "production" });
  });
}
