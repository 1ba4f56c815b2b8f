// Clusters in `.cache`, each of which takes a second of a processor to make: an empty one as initdb leaves it, and one
// in which the migrations have run once. A run starts on a copy, and no Postgres ever runs on one that is kept.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const KEPT = process.env["KEPT_CLUSTERS"] ?? path.resolve(import.meta.dirname, "../../.cache/postgres");

const DATABASE = path.resolve(import.meta.dirname, "../../app/platform/database");
const PACKAGES = path.resolve(import.meta.dirname, "../../package-lock.json");

/** Names a migrated database after what made it: one that an earlier version made is never used. */
export function templateName() {
  const hash = createHash("sha256").update(readFileSync(PACKAGES));
  for (const file of readdirSync(DATABASE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted())
    hash.update(file).update(readFileSync(file));
  return `migrated_${hash.digest("hex").slice(0, 16)}`;
}

const copy = (/** @type {string} */ from, /** @type {string} */ to) =>
  spawnSync("cp", ["-a", `${from}/.`, to], { stdio: "ignore" }).status === 0;

/**
 * What a cluster that is made in this way is kept as.
 * @param {string} program the path of `postgres`
 * @param {string[]} settings what initdb is told, without its paths
 * @param {number} [uid] whose it is, where that is not this process's account
 */
export function clusterName(program, settings, uid = process.getuid?.()) {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return createHash("sha256")
    .update(JSON.stringify([stdout, settings, uid]))
    .digest("hex")
    .slice(0, 16);
}

/**
 * Copies the one of that name into `cluster`, an empty folder. Answers its password, or null where there is none.
 * @param {string} name
 * @param {string} cluster
 * @param {string} [keptFolder]
 */
export function takeCluster(name, cluster, keptFolder = KEPT) {
  try {
    const password = readFileSync(path.join(keptFolder, name, "password"), "utf8");
    if (copy(path.join(keptFolder, name, "cluster"), cluster)) return password;
  } catch {
    // None is kept, or it is another account's.
  }
  for (const file of readdirSync(cluster)) rmSync(path.join(cluster, file), { recursive: true, force: true });
  return null;
}

/**
 * Keeps a copy of one that no Postgres runs on, and drops those that are neither it nor in `beside`. Two that keep one
 * at the same moment do not meet: it is put in its place whole.
 * @param {string} name
 * @param {string} cluster
 * @param {string} password
 * @param {{ kept?: string, beside?: string[] }} [options]
 */
export function keepCluster(name, cluster, password, { kept = KEPT, beside = [] } = {}) {
  let making = "";
  try {
    mkdirSync(kept, { recursive: true });
    for (const older of readdirSync(kept))
      if (older !== name && !beside.includes(older)) rmSync(path.join(kept, older), { recursive: true });
    making = mkdtempSync(path.join(kept, "making-"));
    mkdirSync(path.join(making, "cluster"), { mode: 0o700 });
    writeFileSync(path.join(making, "password"), password, { mode: 0o600 });
    if (!copy(cluster, path.join(making, "cluster"))) throw new Error("It could not be copied.");
    renameSync(making, path.join(kept, name));
  } catch {
    // The next run makes its own: another was quicker, or there is no place for it.
    if (making) rmSync(making, { recursive: true, force: true });
  }
}

/**
 * Keeps it no longer: no Postgres could start on its copy.
 * @param {string} name
 * @param {string} [keptFolder]
 */
export function dropCluster(name, keptFolder = KEPT) {
  rmSync(path.join(keptFolder, name), { recursive: true, force: true });
}
