import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { longTest } from "../../tests/fixtures/long-test";

const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-service-"));

/** This module as development evaluates it: again, whenever code below it has changed. */
async function evaluated() {
  vi.resetModules();
  return import("./the-service.server");
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

longTest(
  "newer code takes the place of the service that runs, whose jobs and database end; older code uses the newer",
  async () => {
    for (const [name, value] of Object.entries({ DATA_DIR: folder, DEMO: "0", LOG_LEVEL: "silent" }))
      vi.stubEnv(name, value);
    const older = await evaluated();
    const first = await older.theService();
    const stop = vi.spyOn(first.runner, "stop");
    expect(await older.theService()).toBe(first);

    const newer = await evaluated();
    vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true });
    const [second, asWell] = await Promise.all([newer.theService(), newer.theService()]);
    expect(second).not.toBe(first);
    expect([asWell === second, (await older.theService()) === second]).toEqual([true, true]);
    expect(stop).toHaveBeenCalledOnce();
    // A request under way may still read for ten seconds.
    const reads = () => sql`select 1`.execute(first.services.db);
    await reads();
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(reads()).rejects.toThrow();
    await newer.stopService();
  },
);

const small = mkdtempSync(path.join(tmpdir(), "fieldstall-small-"));
/** A small disk for this test, which only root can make. */
const isMounted = (() => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", small], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();
afterAll(() => {
  if (isMounted) execFileSync("umount", [small]);
  rmSync(small, { recursive: true });
});

test.skipIf(!isMounted)(
  "on a disk that is full it starts where it was killed, and else says what is missing",
  async () => {
    for (const [name, value] of Object.entries({ DATA_DIR: small, DEMO: "0", LOG_LEVEL: "silent" }))
      vi.stubEnv(name, value);
    // The next process finds the services of a killed one still open.
    const killed = await evaluated();
    const { services: openServices } = await killed.theService();
    const filler = path.join(small, "filler");
    expect(() => writeFileSync(filler, Buffer.alloc(16 * 1024 * 1024))).toThrow("ENOSPC");
    const secondModule = await evaluated();
    const { services } = await secondModule.theService();
    expect(await services.db.selectFrom("users").select("_id").execute()).toEqual([]);

    rmSync(filler);
    await Promise.all([secondModule.stopService(), openServices.close()]);
    expect(() => writeFileSync(filler, Buffer.alloc(16 * 1024 * 1024))).toThrow("ENOSPC");
    await expect((await evaluated()).theService()).rejects.toMatchObject({
      name: "StartupError",
      message: expect.stringMatching(/^There is no room on the disk to open the database .*fieldstall\.db/),
    });
  },
);

test("where files on their way cannot be put down it does not start, and says which variable helps", async () => {
  const place = path.join(folder, "nowhere");
  for (const [name, value] of Object.entries({ DATA_DIR: folder, DEMO: "0", LOG_LEVEL: "silent", TMPDIR: place }))
    vi.stubEnv(name, value);
  const { theService } = await evaluated();
  await expect(theService()).rejects.toMatchObject({
    name: "StartupError",
    message: expect.stringMatching(/temporary files, .*nowhere, cannot be written \(ENOENT\).*set TMPDIR/),
  });
});
