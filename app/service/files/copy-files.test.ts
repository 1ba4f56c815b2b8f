import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startFakeS3, type FakeS3 } from "../../../tests/fakes/s3/fake-s3";
import { diskStore } from "~/platform/files/disk-store.server";
import type { FileStore } from "~/platform/files/file-store.server";
import { s3Store } from "~/platform/files/s3-store.server";
import { copyFiles } from "./copy-files.server";

let folder = "";
let fake: FakeS3;
let [disk, bucket]: FileStore[] = [];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "fieldstall-move-"));
  fake = await startFakeS3();
  [disk, bucket] = [diskStore(folder), s3Store(fake.config)];
  for (let n = 0; n < 12; n += 1) await disk.put(`picture${n % 3}/${n}.webp`, new Uint8Array(1000 + n).fill(n));
});

afterEach(async () => {
  bucket?.close();
  await fake.close();
  rmSync(folder, { recursive: true, force: true });
});

async function keysOf(store: FileStore | undefined) {
  const keys: string[] = [];
  for await (const { key, size } of store?.list() ?? []) keys.push(`${key} ${size}`);
  return keys.toSorted();
}

test("every file comes into the bucket and back, and a second time there is nothing to do", async () => {
  const stores = [disk, bucket] as [FileStore, FileStore];
  expect(await copyFiles(...stores)).toMatchObject({ copied: 12, known: 0 });
  expect(await copyFiles(...stores)).toEqual({ copied: 0, known: 12, bytes: 0 });
  const targetStore = diskStore(path.join(folder, "back"));
  expect(await copyFiles(stores[1], targetStore)).toMatchObject({ copied: 12 });
  expect(await keysOf(targetStore)).toEqual(await keysOf(disk));
});

test("ended in the middle it goes on where it was", async () => {
  const stores = [disk, bucket] as [FileStore, FileStore];
  const broken = copyFiles(...stores, ({ copied }) => {
    if (copied === 5) fake.trouble = "away";
  });
  await expect(broken).rejects.toThrow("does not answer");
  fake.trouble = null;
  const keyCount = (await keysOf(bucket)).length;
  expect(keyCount).toBeGreaterThanOrEqual(5);
  expect(await copyFiles(...stores)).toMatchObject({ copied: 12 - keyCount, known: keyCount });
  expect(await keysOf(bucket)).toEqual(await keysOf(disk));
});

test("what does not come as it was is not left there, and is told", async () => {
  const stores = [disk, bucket] as [FileStore, FileStore];
  const spoilt = { ...stores[1], open: async () => ({ size: 1, stream: new Blob(["x"]).stream() }) };
  await expect(copyFiles(stores[0], spoilt)).rejects.toThrow(/did not come to the bucket shop at .+ as it was/);
  expect(await keysOf(bucket)).not.toContain("picture0/0.webp 1000");
});
