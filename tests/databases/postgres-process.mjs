// A real Postgres in its own process, for tests and benches: `node postgres-process.mjs FOLDER [PORT]`. Prints its
// address, without a database, as one line. It lives as long as its input stays open, so it ends with the process that
// started it, for whatever reason. Then it deletes FOLDER.
import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { clusterName, dropCluster, keepCluster, takeCluster, templateName } from "./kept-cluster.mjs";
import { account, programs } from "./postgres-program.mjs";

const [folder, firstPort] = process.argv.slice(2);
const runAs = account();
const cluster = path.join(folder, "cluster");
let password = randomBytes(12).toString("hex");
/** Another process may take a free port before it is used. */
const ATTEMPTS = 5;
/** The names under which this cluster is kept, empty and migrated, and the kept one that it was copied from, if any. */
let names = { empty: "", migrated: "" };
let copyOf;
/** The address, once Postgres runs. */
let url = "";
/** The running process: initdb or Postgres. */
let running;

process.stdin
  .resume()
  .once("end", () => void keepMigrated().then(end, end))
  .once("error", end);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, end);

try {
  const { initdb, postgres: program } = await programs(folder, runAs);
  await initialise(initdb, program);
  url = await start(program);
  console.log(url);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
  await end();
}

async function initialise(initdb, program) {
  // The account that runs Postgres may pass through the folder but not list it.
  chmodSync(folder, 0o711);
  mkdirSync(cluster, { mode: 0o700 });
  const passwordFile = path.join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (runAs.uid !== undefined) for (const file of [cluster, passwordFile]) chownSync(file, runAs.uid, runAs.gid);
  const settings = [
    "--username=postgres",
    "--auth=password",
    // Words sort the same on every machine.
    "--no-locale",
    "--encoding=UTF8",
    "--no-sync",
    // The default segment would add 16 MB to each copy of the cluster.
    "--wal-segsize=1",
    // The password protects nothing, so it is not worth a hundred milliseconds at every connection.
    "--set=scram_iterations=1",
  ];
  const empty = clusterName(program, settings, runAs.uid);
  names = { empty, migrated: `${empty}-${templateName()}` };
  for (const name of [names.migrated, names.empty]) {
    const itsPassword = takeCluster(name, cluster);
    if (!itsPassword) continue;
    [copyOf, password] = [name, itsPassword];
    return;
  }
  const initialised = promisify(execFile)(
    initdb,
    [`--pgdata=${cluster}`, `--pwfile=${passwordFile}`, ...settings],
    runAs,
  );
  running = initialised.child;
  await initialised;
  keepCluster(names.empty, cluster, password);
}

/** Keeps the cluster for later runs if this run has migrated a database, without its other databases. */
async function keepMigrated() {
  if (!url || copyOf === names.migrated) return;
  const admin = new pg.Client({ connectionString: `${url}/postgres` });
  await admin.connect();
  const { rows } = await admin.query("select datname as name from pg_database where not datistemplate");
  const databases = rows.map(({ name }) => name).filter((name) => name !== "postgres");
  const isMigrated = databases.includes(templateName());
  if (isMigrated)
    for (const name of databases)
      if (name !== templateName()) await admin.query(`drop database "${name}" with (force)`);
  await admin.end();
  if (!isMigrated) return;
  running.kill("SIGINT");
  await once(running, "exit");
  keepCluster(names.migrated, cluster, password, { beside: [names.empty] });
}

async function start(program) {
  let errorText = "";
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const port = attempt === 1 && firstPort ? Number(firstPort) : await freePort();
    // No JIT: the statements read few rows, and compiling one takes longer than running it.
    const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200", "jit=off"];
    // Hundreds of small databases come and go. They need neither vacuum nor replication.
    settings.push("autovacuum=off", "wal_level=minimal", "max_wal_senders=0", "checkpoint_timeout=1h");
    settings.push("listen_addresses=127.0.0.1", "unix_socket_directories=");
    running = spawn(program, ["-D", cluster, "-p", String(port), ...settings.flatMap((one) => ["-c", one])], {
      ...runAs,
      stdio: ["ignore", "ignore", "pipe"],
    });
    errorText = "";
    const ready = new Promise((resolve) => {
      // All output is read, because a full pipe would stop Postgres at some point.
      running.stderr.on("data", (text) => {
        if (errorText.length < 10_000) errorText += text;
        if (errorText.includes("ready to accept connections")) resolve(true);
      });
      running.once("error", (error) => {
        errorText += error.message;
        resolve(false);
      });
      running.once("close", () => resolve(false));
    });
    if (await ready) return `postgres://postgres:${password}@127.0.0.1:${port}`;
  }
  if (copyOf) dropCluster(copyOf);
  throw new Error(`Postgres did not start:\n${errorText}`);
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}

/** Ends Postgres at once, because its data need no orderly shutdown. Deletes the folder. */
async function end() {
  if (running?.pid && running.exitCode === null && running.signalCode === null) {
    running.kill("SIGQUIT");
    await once(running, "exit");
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit();
}
