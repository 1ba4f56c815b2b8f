import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, expect, vi } from "vitest";
import { longTest } from "../../tests/fixtures/long-test";
import { evaluatedService, stubServiceEnv } from "../../tests/fixtures/evaluated-service";

const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-service-"));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

longTest(
  "newer code takes the place of the service that runs, whose jobs and database end; older code uses the newer",
  async () => {
    stubServiceEnv(folder);
    const older = await evaluatedService();
    const first = await older.theService();
    const stop = vi.spyOn(first.runner, "stop");
    expect(await older.theService()).toBe(first);

    const newer = await evaluatedService();
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
