import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Config } from "~/platform/config.server";
import type { Db } from "~/platform/database/database.server";
import { openUploads } from "./uploads.server";

test("the folder of uploads is made before the first one, and nothing goes on about it afterwards: a failure there would end the process", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "fieldstall-uploads-"));
  const config = { dataDir, files: { s3: null } } as Config;
  const uploads = openUploads(config, {} as Db, { now: () => new Date() }, { name: null });
  await uploads.store();
  expect(existsSync(path.join(dataDir, "uploads"))).toBe(true);
  rmSync(dataDir, { recursive: true });
  await setTimeout(100);
  expect(existsSync(dataDir)).toBe(false);
});
