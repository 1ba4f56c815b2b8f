// A real Postgres in a process of its own, for tests and benches: `node postgres-process.mjs FOLDER [PORT]`. Says its
// address, without a database, on one line of its output. Lives as long as its input stays open, that is, no longer
// than the process that started it, however that one ends; then it takes FOLDER with it.
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
/** A port may be taken between being found free and being used. */
const ATTEMPTS = 5;
/** The names under which this cluster is kept, empty and migrated; and the one that it is a copy of, if it is one. */
let names = { empty: "", migrated: "" };
let copyOf;
/** Its address, once it runs. */
let url = "";
/** The program of Postgres that runs just now. */
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
  // The account that runs Postgres passes through here, and reads nothing else.
  chmodSync(folder, 0o711);
  mkdirSync(cluster, { mode: 0o700 });
  const passwordFile = path.join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (runAs.uid !== undefined) for (const file of [cluster, passwordFile]) chownSync(file, runAs.uid, runAs.gid);
  const settings = [
    "--username=postgres",
    "--auth=password",
    // The same order of words on every machine.
    "--no-locale",
    "--encoding=UTF8",
    "--no-sync",
    // Each copy of the cluster would carry 16 MB of it.
    "--wal-segsize=1",
    // A password that is worth nothing is not worth a hundred milliseconds at every connection either.
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

/** Keeps the database that a run has migrated, with nothing else of what the run made, for the runs after it. */
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
    // Statements over a handful of rows: compiling one takes longer than running it.
    const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200", "jit=off"];
    // Hundreds of small databases come and go: nothing in them is worth tidying, nor sending anywhere.
    settings.push("autovacuum=off", "wal_level=minimal", "max_wal_senders=0", "checkpoint_timeout=1h");
    settings.push("listen_addresses=127.0.0.1", "unix_socket_directories=");
    running = spawn(program, ["-D", cluster, "-p", String(port), ...settings.flatMap((one) => ["-c", one])], {
      ...runAs,
      stdio: ["ignore", "ignore", "pipe"],
    });
    errorText = "";
    const ready = new Promise((resolve) => {
      // Read to the end: a pipe that nobody empties would stop Postgres some day.
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

/** Nothing in it is worth a tidy end. */
async function end() {
  if (running?.pid && running.exitCode === null && running.signalCode === null) {
    running.kill("SIGQUIT");
    await once(running, "exit");
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit();
}
