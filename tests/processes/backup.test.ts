import { setSold } from "../fixtures/shop";
import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "~/platform/database/database.server";
import { buildServices } from "~/platform/services.server";
import { asAdmin, postgresUrl } from "../databases/databases";
import { installedPrograms } from "../databases/postgres-program.mjs";
import { startFakeStripe, type FakeStripe } from "../fakes/stripe/fake-stripe";
import { testConfig } from "../fixtures/world";
import { buyersOf } from "./buyers";
import { chosenOf } from "./killed-cases";
import { environmentOf } from "./killed-shop";
import { ownPostgres, type OwnPostgres } from "./own-postgres";
import { onePlace, type Kind, type Place } from "./places";
import { buildOnce, root, startProcess, type ShopProcess } from "./shop-process";

/*
 * `npm run backup`, `npm run restore` and `npm run doctor` as an operator runs them: while people buy, and elsewhere.
 */

const PICTURE = "a".repeat(24);
const BYTES = new Uint8Array([1, 2, 3]);
const bin = installedPrograms();
const FIRST = 3;

/** Runs one of the commands. Returns its exit status and its output. */
function command(script: string, args: string[], env: Record<string, string>) {
  return new Promise<{ status: number; said: string }>((resolve) => {
    const PATH = env["PATH"] ?? [bin ?? [], process.env["PATH"] ?? ""].flat().join(path.delimiter);
    execFile(
      process.execPath,
      [path.join(root, "scripts", script), ...args],
      { env: { NODE_ENV: "production", ...env, PATH } },
      (error, stdout, stderr) => resolve({ status: error ? Number(error.code) : 0, said: `${stdout}${stderr}` }),
    );
  });
}

const BOTH: Kind[] = ["sqlite", "postgres"];

describe.each(bin ? chosenOf("a backup", BOTH) : (["sqlite"] as const))("a backup (%s)", (kind) => {
  let folder = "";
  let postgres: OwnPostgres | null = null;
  let place: Place;
  let fake: FakeStripe;
  let shop: ShopProcess;
  let env: Record<string, string>;
  let archive = "";

  beforeAll(async () => {
    buildOnce();
    folder = mkdtempSync(path.join(tmpdir(), "fieldstall-backup-"));
    postgres = kind === "postgres" ? await ownPostgres(bin ?? undefined) : null;
    place = await onePlace(kind, postgres?.url);
    fake = await startFakeStripe({ now: () => new Date() });
    env = environmentOf(place, fake);
    archive = path.join(folder, "shop.tar.gz");
    const services = buildServices(testConfig(place.folder, false), { database: place.database });
    await services.files.put(`${PICTURE}/160.webp`, BYTES);
    const row = { ownerId: null, kind: "image", mime: "image/webp", bytes: 3, width: 160, height: 160 } as const;
    await place.database.db
      .insertInto("files")
      .values({ _id: PICTURE, ...row, widths: "[160]", attached: 1, createdAt: new Date().toISOString() })
      .execute();
    await setSold(place.database.db, { quantity: 10_000 });
    shop = await startProcess(env, 0);
  });

  afterAll(async () => {
    await shop?.kill();
    await place?.remove();
    await fake?.close();
    await postgres?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Makes an empty place; `env` has the variables to run commands there. */
  async function elsewhere(name: string) {
    const dataDir = path.join(folder, name);
    mkdirSync(dataDir);
    if (postgres) await asAdmin(postgres.url, (admin) => admin.query(`create database ${name}`));
    const databaseUrl = postgres ? `${postgres.url}/${name}` : null;
    return {
      dataDir,
      databaseUrl,
      env: { ...env, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    };
  }

  async function paidOrders({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null }) {
    const database = await openDatabase({ dataDir, databaseUrl }, pino({ level: "silent" }));
    const rows = await database.db.selectFrom("orders").select("_id").where("status", "=", "paid").execute();
    await database.close();
    return rows.length;
  }

  test("that is taken while people buy is whole elsewhere, with all that was bought before it, and serves", async () => {
    const services = buildServices(testConfig(place.folder, false), { database: place.database });
    const buyers = await buyersOf(
      { services, fake, product: place.product, address: () => shop.address, triesAKey: 20 },
      4,
    );
    await expect.poll(() => buyers.bought()).toBeGreaterThanOrEqual(FIRST);
    const before = buyers.bought();
    const taken = await command("backup.mjs", [archive], env);
    expect(taken).toMatchObject({ status: 0, said: expect.stringContaining("and 1 files") });
    const after = buyers.bought();
    await expect.poll(() => buyers.bought()).toBeGreaterThan(after);
    await buyers.leave();
    expect(statSync(archive).mode & 0o077).toBe(0);
    expect(readdirSync(folder)).toEqual(["shop.tar.gz"]);
    expect((await command("backup.mjs", [archive], env)).said).toContain("is there already");

    const there = await elsewhere("restored");
    const restored = await command("restore.mjs", [archive], there.env);
    expect(restored).toMatchObject({ status: 0, said: expect.stringContaining("the books agree") });
    expect(readdirSync(there.dataDir).filter((name) => name.includes("restore"))).toEqual([]);
    const kept = await paidOrders(there);
    expect(kept).toBeGreaterThanOrEqual(before);
    expect(kept).toBeLessThan(buyers.bought());
    expect(new Uint8Array(readFileSync(path.join(there.dataDir, "files", PICTURE, "160.webp")))).toEqual(BYTES);

    const other = await startProcess(there.env, 0);
    expect((await fetch(`${other.address}/`)).status).toBe(200);
    // On a busy machine a check may be too slow for the first request.
    await expect.poll(async () => (await fetch(`${other.address}/readyz`)).status).toBe(200);

    // Restore refuses a running shop, and a stopped one without --force.
    const running = await command("restore.mjs", [archive, "--force"], there.env);
    expect(running).toMatchObject({ status: 1, said: expect.stringContaining("stop the service") });
    await other.stop();
    const over = await command("restore.mjs", [archive], there.env);
    expect(over).toMatchObject({ status: 1, said: expect.stringContaining("--force") });
    const forced = await command("restore.mjs", [archive, "--force"], there.env);
    expect(forced).toMatchObject({ status: 0, said: expect.stringContaining("before-restore-") });
    expect(await paidOrders(there)).toBe(kept);
    expect((await command("doctor.mjs", [], there.env)).said).toContain("well   books");
  });

  test("that did not come whole, or is something else, changes nothing", async () => {
    const there = await elsewhere("untouched");
    const [half, text] = [path.join(folder, "half.tar.gz"), path.join(folder, "text")];
    writeFileSync(half, readFileSync(archive));
    truncateSync(half, Math.floor(statSync(archive).size * 0.6));
    writeFileSync(text, "hello");
    for (const [file, words] of [
      [half, "did not come whole"],
      [text, "is no backup"],
      [path.join(folder, "nowhere"), "There is no file"],
    ] as const) {
      const refusal = await command("restore.mjs", [file], there.env);
      expect(refusal).toMatchObject({ status: 1, said: expect.stringContaining(words) });
    }
    expect(readdirSync(there.dataDir)).toEqual([]);
  });

  test("the doctor says of this shop that the books and files are well, and of a broken one what to do", async () => {
    const well = await command("doctor.mjs", [], env);
    expect(well.said).toContain("well   database");
    expect(well.said).toContain("well   files");
    await place.database.db.updateTable("ledgerTotals").set({ amountCents: 1 }).execute();
    rmSync(path.join(place.folder, "files", PICTURE), { recursive: true });
    const ill = await command("doctor.mjs", [], { ...env, SMTP_URL: "smtp://127.0.0.1:1" });
    expect(ill.status).toBe(1);
    for (const words of ["balance of a merchant", "are missing in", "The mail server does not let us in"])
      expect(ill.said).toContain(words);
    const nonsense = await command("doctor.mjs", [], { ...env, PORT: "nonsense" });
    expect(nonsense).toMatchObject({ status: 1, said: expect.stringContaining("PORT must be a port number") });
  });
});

test("without pg_dump, or with one that is older than the server, a sentence says what to install", async () => {
  buildOnce();
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-backup-"));
  const DATABASE_URL = `${await postgresUrl()}/postgres`;
  const env = { DEMO: "1", DATA_DIR: folder, DATABASE_URL, PATH: folder };
  const archive = path.join(folder, "shop.tar.gz");
  const missing = await command("backup.mjs", [archive], env);
  expect(missing).toMatchObject({ status: 1, said: expect.stringContaining("pg_dump is not installed here") });
  const old = "#!/bin/sh\necho 'pg_dump: error: aborting because of server version mismatch' >&2; exit 1\n";
  writeFileSync(path.join(folder, "pg_dump"), old, { mode: 0o755 });
  const refusal = await command("backup.mjs", [archive], env);
  expect(refusal).toMatchObject({ status: 1, said: expect.stringContaining("pg_dump is older than the server") });
  expect(readdirSync(folder).filter((name) => name.startsWith("shop"))).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});
