import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { evaluatedService, stubServiceEnv } from "../../tests/fixtures/evaluated-service";

const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-service-"));

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

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
    stubServiceEnv(small);
    // The next process finds the services of a killed one still open.
    const killed = await evaluatedService();
    const { services: openServices } = await killed.theService();
    const filler = path.join(small, "filler");
    expect(() => writeFileSync(filler, Buffer.alloc(16 * 1024 * 1024))).toThrow("ENOSPC");
    const secondModule = await evaluatedService();
    const { services } = await secondModule.theService();
    expect(await services.db.selectFrom("users").select("_id").execute()).toEqual([]);

    rmSync(filler);
    await Promise.all([secondModule.stopService(), openServices.close()]);
    expect(() => writeFileSync(filler, Buffer.alloc(16 * 1024 * 1024))).toThrow("ENOSPC");
    await expect((await evaluatedService()).theService()).rejects.toMatchObject({
      name: "StartupError",
      message: expect.stringMatching(/^There is no room on the disk to open the database .*fieldstall\.db/),
    });
  },
);

test("where files on their way cannot be put down it does not start, and says which variable helps", async () => {
  const place = path.join(folder, "nowhere");
  stubServiceEnv(folder, { TMPDIR: place });
  const { theService } = await evaluatedService();
  await expect(theService()).rejects.toMatchObject({
    name: "StartupError",
    message: expect.stringMatching(/temporary files, .*nowhere, cannot be written \(ENOENT\).*set TMPDIR/),
  });
});
