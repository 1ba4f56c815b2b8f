import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { newSqlite } from "../../../tests/databases/databases";
import { startFakeS3, type FakeS3 } from "../../../tests/fakes/s3/fake-s3";
import { diskStore } from "~/platform/files/disk-store.server";
import { s3Store } from "~/platform/files/s3-store.server";
import { backUp } from "./backup.server";
import { restore } from "./restore.server";

/* Backups with files in a bucket or in a folder. A restore brings back what was backed up, to either place. */

const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-bucket-backup-"));
const KEY = `${"a".repeat(24)}/160.webp`;
const BYTES = Buffer.from("the bytes of a picture");
const fakes: FakeS3[] = [];

afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all(fakes.map((fake) => fake.close()));
  rmSync(folder, { recursive: true, force: true });
});

/** Makes an empty place for a shop's data and sets the environment to it. Returns the place and its bucket. */
async function at(name: string, { inBucket }: { inBucket: boolean }): Promise<{ dataDir: string; fake: FakeS3 }> {
  const fake = await startFakeS3();
  fakes.push(fake);
  const dataDir = path.join(folder, name);
  mkdirSync(dataDir, { recursive: true });
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("FILES_S3_BUCKET", inBucket ? fake.config.bucket : "");
  vi.stubEnv("FILES_S3_ENDPOINT", inBucket ? (fake.config.endpoint ?? "") : "");
  vi.stubEnv("FILES_S3_ACCESS_KEY_ID", inBucket ? (fake.config.keys?.accessKeyId ?? "") : "");
  vi.stubEnv("FILES_S3_SECRET_ACCESS_KEY", inBucket ? (fake.config.keys?.secretAccessKey ?? "") : "");
  return { dataDir, fake };
}

async function aShop(dataDir: string): Promise<void> {
  const backupFile = path.join(folder, "made.db");
  await (await newSqlite(backupFile)).close();
  copyFileSync(backupFile, path.join(dataDir, "fieldstall.db"));
}

test("files of a bucket are in the backup, and come back into another bucket or a folder", async () => {
  const { dataDir, fake } = await at("shop", { inBucket: true });
  await aShop(dataDir);
  const files = s3Store(fake.config);
  await files.put(KEY, BYTES);
  files.close();
  const archive = path.join(folder, "bucket.tar.gz");
  expect((await backUp(archive)).join()).toContain("and 1 files");

  const bucket = await at("in-a-bucket", { inBucket: true });
  await restore(archive, { force: false });
  expect(bucket.fake.kept.objects.get(`files/${KEY}`)?.bytes.equals(BYTES)).toBe(true);

  const disk = await at("in-a-folder", { inBucket: false });
  await restore(archive, { force: false });
  expect(readFileSync(path.join(disk.dataDir, "files", KEY)).equals(BYTES)).toBe(true);
});

test("files of a folder come back into a bucket, beside what is there", async () => {
  const { dataDir } = await at("on-disk", { inBucket: false });
  await aShop(dataDir);
  await diskStore(dataDir).put(KEY, BYTES);
  const archive = path.join(folder, "disk.tar.gz");
  await backUp(archive);

  const { fake } = await at("later-in-a-bucket", { inBucket: true });
  const files = s3Store(fake.config);
  await files.put(`${"b".repeat(24)}/160.webp`, BYTES);
  await restore(archive, { force: false });
  expect([...fake.kept.objects.keys()].filter((key) => key.startsWith("files/")).toSorted()).toEqual([
    `files/${KEY}`,
    `files/${"b".repeat(24)}/160.webp`,
  ]);
  files.close();
});
