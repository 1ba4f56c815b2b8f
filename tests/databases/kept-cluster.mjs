// Clusters in `.cache`, each of which takes a second of CPU time to make: an empty one from initdb, and one with the
// migrations applied. A run starts on a copy. No Postgres ever runs on a kept cluster.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const KEPT = process.env["KEPT_CLUSTERS"] ?? path.resolve(import.meta.dirname, "../../.cache/postgres");

const DATABASE = path.resolve(import.meta.dirname, "../../app/platform/database");
const PACKAGES = path.resolve(import.meta.dirname, "../../package-lock.json");

/** Names a migrated database after a digest of its sources, so that one from an earlier version is never used. */
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
 * Returns the name under which a cluster made with these settings is kept.
 * @param {string} program the path of `postgres`
 * @param {string[]} settings the options of initdb, without its paths
 * @param {number} [uid] the owner, if it is not this process's account
 */
export function clusterName(program, settings, uid = process.getuid?.()) {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return createHash("sha256")
    .update(JSON.stringify([stdout, settings, uid]))
    .digest("hex")
    .slice(0, 16);
}

/**
 * Copies the kept cluster with that name into `cluster`, an empty folder. Returns its password, or null if there is
 * none.
 * @param {string} name
 * @param {string} cluster
 * @param {string} [keptFolder]
 */
export function takeCluster(name, cluster, keptFolder = KEPT) {
  try {
    const password = readFileSync(path.join(keptFolder, name, "password"), "utf8");
    if (copy(path.join(keptFolder, name, "cluster"), cluster)) return password;
  } catch {
    // No cluster is kept, or it belongs to another account.
  }
  for (const file of readdirSync(cluster)) rmSync(path.join(cluster, file), { recursive: true, force: true });
  return null;
}

/**
 * Keeps a copy of a cluster on which no Postgres runs, and drops the clusters that are neither this one nor in
 * `beside`. Two processes may keep one at the same moment, because the complete copy is moved into its place.
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
    // The next run makes its own cluster: another process was quicker, or the disk has no room.
    if (making) rmSync(making, { recursive: true, force: true });
  }
}

/**
 * Deletes a kept cluster, because no Postgres could start on its copy.
 * @param {string} name
 * @param {string} [keptFolder]
 */
export function dropCluster(name, keptFolder = KEPT) {
  rmSync(path.join(keptFolder, name), { recursive: true, force: true });
}
