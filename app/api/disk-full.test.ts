import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newSqlite } from "../../tests/databases/databases";
import { testConfig } from "../../tests/fixtures/world";
import { buildServices, type Services } from "~/platform/services.server";
import { buildApi, type Api } from "./service.server";

/* The disk with the database and the files is full. The test mounts a small disk for this, which only root can do. */

const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-full-"));
const isMounted = (() => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

describe.skipIf(!isMounted)("a full disk", () => {
  const filler = path.join(folder, "filler");
  let services: Services;
  let api: Api;

  beforeAll(async () => {
    const database = await newSqlite(path.join(folder, "full.db"));
    services = buildServices(testConfig(folder, false), { log: pino({ level: "silent" }), database });
    api = buildApi(services);
  });
  afterAll(() => services.close());

  const subscribe = (n: number) =>
    api.request("/api/v1/newsletter", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: `n${n}@example.com` }),
    });

  function fill(): void {
    for (const bytes of [65_536, 4096, 1])
      try {
        for (;;) appendFileSync(filler, Buffer.alloc(bytes));
      } catch (error) {
        expect((error as { code: string }).code).toBe("ENOSPC");
      }
  }

  test("what is there is read; what is new is refused with a sentence, whole; and it heals by itself", async () => {
    fill();
    let kept = 0;
    let refusal: Response | null = null;
    // The database still has a little room within the space that it has already taken.
    while (!refusal && kept < 2000) {
      const answer = await subscribe(kept);
      if (answer.ok) kept += 1;
      else refusal = answer;
    }
    expect([refusal?.status, refusal?.headers.get("Retry-After")]).toEqual([503, "60"]);
    expect(await refusal?.json()).toMatchObject({
      error: [
        {
          code: "storage_full",
          message: "We have no room to keep anything new just now. Nothing was changed; please try again later.",
        },
      ],
    });
    expect((await api.request("/api/v1/category")).status).toBe(200);
    const stored = () => services.db.selectFrom("subscribers").select("email").execute();
    expect(await stored()).toHaveLength(kept);
    await expect(services.files.check()).rejects.toMatchObject({ code: "ENOSPC" });
    await expect(services.files.put("picture/640.webp", Buffer.alloc(20_000))).rejects.toMatchObject({
      code: "ENOSPC",
    });
    expect(readdirSync(path.join(folder, "files"), { recursive: true })).toEqual(["picture"]);

    rmSync(filler);
    await services.files.check();
    expect((await subscribe(kept)).ok).toBe(true);
    expect(await stored()).toHaveLength(kept + 1);
    expect(await services.db.selectFrom("jobs").select("_id").where("kind", "=", "mail").execute()).toHaveLength(
      kept + 1,
    );
  });
});

afterAll(() => {
  if (isMounted) execFileSync("umount", [folder]);
  rmSync(folder, { recursive: true, force: true });
});
