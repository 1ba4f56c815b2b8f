import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDatabase } from "~/platform/database/database.server";
import { pino } from "pino";
import { MARKET } from "../../scripts/gate/market.mjs";
import { filledOnce, type Place } from "./places";
import { buildOnce, startProcess, type ShopProcess } from "./shop-process";

/*
 * The disk below the built server's SQLite refuses writes, fails, or loses a part of a file. The tests check which
 * responses visitors get meanwhile, and when the shop works again.
 */

/** The stock is read at every request, whatever else of a list is cached. */
const READ = "/api/v1/product/general";
const CACHED_PAGE = "/products";
const FILES = ["fieldstall.db", "fieldstall.db-wal"];
const AGAIN = { status: 503, retryAfter: "5" };

const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-disk-"));
const small = path.join(folder, "small");
const image = path.join(folder, "image");

const works = (command: string, ...args: string[]) => {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};
const run = (command: string, ...args: string[]) => String(execFileSync(command, args));

/** Only root can make a file immutable, and only some file systems support it. */
const hasImmutable = (() => {
  const probe = path.join(folder, "probe");
  writeFileSync(probe, "");
  return works("chattr", "+i", probe) && works("chattr", "-i", probe);
})();

/** A separate disk that becomes read-only at the first error that the kernel finds. */
const isMounted = (() => {
  mkdirSync(small);
  writeFileSync(image, "");
  truncateSync(image, 64 * 1024 * 1024);
  return works("mkfs.ext4", "-q", image) && works("mount", "-o", "loop,errors=remount-ro", image, small);
})();

let filled: Awaited<ReturnType<typeof filledOnce>>;
let place: Place | undefined;
let shop: ShopProcess | undefined;

beforeAll(async () => {
  buildOnce();
  filled = await filledOnce("sqlite");
});
afterEach(async () => {
  await shop?.kill();
  await place?.remove().catch(() => undefined);
  [shop, place] = [undefined, undefined];
});
afterAll(async () => {
  await filled.remove();
  if (isMounted) run("umount", small);
  rmSync(folder, { recursive: true, force: true });
});

const start = (dataDir: string) =>
  startProcess(
    {
      APP_SECRET: "a secret that only the tests know.",
      PUBLIC_URL: "http://shop.localhost",
      MAIL: "files",
      ...MARKET,
      PAYMENTS: "test",
      LIMITS: "off",
      DATA_DIR: dataDir,
    },
    0,
  );

const ask = async (address: string, init: RequestInit = {}) => {
  const answer = await fetch(`${shop?.address}${address}`, { ...init });
  return { status: answer.status, retryAfter: answer.headers.get("Retry-After"), text: await answer.text() };
};
const subscribe = (email = `${randomBytes(6).toString("hex")}@example.com`) =>
  ask("/api/v1/newsletter", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email }),
  });

async function expectReadiness(status: number, parts: object): Promise<void> {
  await expect.poll(async () => (await ask("/readyz")).status).toBe(status);
  expect(JSON.parse((await ask("/readyz")).text)).toMatchObject(parts);
}

async function expectRight(): Promise<void> {
  await expect.poll(async () => (await ask(READ)).status).toBe(200);
  await expect.poll(async () => (await subscribe()).status).toBe(201);
  await expectReadiness(200, { database: true });
}

async function subscribersOf(dataDir: string): Promise<string[]> {
  const database = await openDatabase({ dataDir, databaseUrl: null }, pino({ level: "silent" }));
  const rows = await database.db.selectFrom("subscribers").select("email").execute();
  await database.close();
  return rows.map(({ email }) => email);
}

/** Checks the requests of visitors while no writes are possible. The cached page must be the earlier one. */
async function expectNoWrites(page: { text: string }): Promise<void> {
  expect(await subscribe()).toMatchObject(AGAIN);
  expect(await ask(CACHED_PAGE)).toMatchObject({ status: 200, text: page.text });
  const login = await ask("/login/customer", { headers: { Cookie: "theme=none" } });
  expect([200, 503]).toContain(login.status);
  expect((await ask("/healthz")).status).toBe(200);
}

test("the -wal is cut off under a shop: it sells nothing more, and starts again once an operator has decided", async () => {
  place = await filled.copy();
  await place.database.close();
  shop = await start(place.folder);
  expect((await subscribe("before@example.com")).status).toBe(201);
  const page = await ask(CACHED_PAGE);
  const wal = path.join(place.folder, "fieldstall.db-wal");
  // The first sweep empties the file, and a file that is shorter than the cut would lose nothing.
  while (statSync(wal).size < 20_000) expect((await subscribe()).status).toBe(201);
  truncateSync(wal, 5000);
  await expectNoWrites(page);
  await expectReadiness(503, { database: false });
  await expectNoWrites(page);
  await shop.stop();
  const refusal = await start(place.folder).catch((error: unknown) => String(error));
  expect(refusal).toMatch(/has lost its last changes.*Restore a backup/s);
  rmSync(path.join(place.folder, "fieldstall.db-cut"));
  shop = await start(place.folder);
  await expectRight();
});

test.skipIf(!hasImmutable)(
  "nobody may write to the database's files: reads are served, and it is right by itself once one may",
  async () => {
    place = await filled.copy();
    const files = FILES.map((name) => path.join(place?.folder ?? "", name));
    shop = await start(place.folder);
    expect((await subscribe("before@example.com")).status).toBe(201);
    const page = await ask(CACHED_PAGE);
    run("chattr", "+i", ...files);
    try {
      await expectNoWrites(page);
      expect((await ask(READ)).status).toBe(200);
      await expectReadiness(503, { database: false });
    } finally {
      run("chattr", "-i", ...files);
    }
    await expectRight();
    expect(await subscribersOf(place.folder)).toHaveLength(2);
  },
);

test.skipIf(!isMounted)(
  "the disk turns read-only: reads are served, and it is right at the start on a mended disk",
  async () => {
    place = await filled.copy();
    await place.database.close();
    cpSync(path.join(place.folder, "fieldstall.db"), path.join(small, "fieldstall.db"));
    shop = await start(small);
    expect((await subscribe("before@example.com")).status).toBe(201);
    const page = await ask(CACHED_PAGE);
    const device = path.basename(run("findmnt", "-n", "-o", "SOURCE", small).trim());
    writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, "made by a test");
    await expectNoWrites(page);
    expect((await ask(READ)).status).toBe(200);
    await expectReadiness(503, { database: false });
    await expectNoWrites(page);
    await shop.kill();
    run("umount", small);
    works("e2fsck", "-p", "-f", image);
    run("mount", "-o", "loop,errors=remount-ro", image, small);
    shop = await start(small);
    await expectRight();
    expect(await subscribersOf(small)).toContain("before@example.com");
    expect(existsSync(path.join(small, "fieldstall.db-cut"))).toBe(false);
  },
);
