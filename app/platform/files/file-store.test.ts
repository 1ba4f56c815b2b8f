import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aBucket, type Bucket } from "../../../tests/fixtures/bucket";
import { diskStore } from "./disk-store.server";
import type { FileStore, OpenFile } from "./file-store.server";
import { s3Store } from "./s3-store.server";

/* Both stores keep the same promises, because the shop never asks which one it has. */

const WEBP = Buffer.concat([Buffer.from("RIFF\x1a\0\0\0WEBPVP8 "), Buffer.alloc(400, 7)]);
const bytesOf = async (file: OpenFile | null) => file && Buffer.from(await new Response(file.stream).arrayBuffer());

describe.each(["a folder", "a bucket"])("files in %s", (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-files-"));
  let bucket: Bucket | null = null;
  let files: FileStore;

  beforeAll(async () => {
    bucket = kind === "a bucket" ? await aBucket() : null;
    files = bucket ? s3Store(bucket.config) : diskStore(folder);
  });

  afterAll(async () => {
    files.close();
    await bucket?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function sizesByKey() {
    const sizes: Record<string, number> = {};
    for await (const { key, size } of files.list()) sizes[key] = size;
    return sizes;
  }

  async function* chunks(...sizes: number[]) {
    for (const size of sizes) yield Buffer.alloc(size, size % 251);
  }

  test("come back as they were put, whole and in part, with their size", async () => {
    await files.put("one/640.webp", WEBP);
    expect((await bytesOf(await files.open("one/640.webp")))?.equals(WEBP)).toBe(true);
    const part = await files.open("one/640.webp", { start: 8, end: 11 });
    expect([part?.size, (await bytesOf(part))?.toString()]).toEqual([WEBP.length, "WEBP"]);
    expect(await files.sizeOf("one/640.webp")).toBe(WEBP.length);
  });

  test("that are not there are null, and may be removed", async () => {
    expect([await files.open("none/640.webp"), await files.sizeOf("none/640.webp")]).toEqual([null, null]);
    await files.remove("none");
    await files.remove("none/640.webp");
  });

  test("that stream in are kept whole, or not at all where the stream breaks", async () => {
    await files.putStream("video/video", chunks(70_000, 1, 130_000));
    expect(await files.sizeOf("video/video")).toBe(200_001);
    async function* broken() {
      yield* chunks(100_000);
      throw new Error("The line dropped.");
    }
    await expect(files.putStream("torn/video", broken())).rejects.toThrow("The line dropped.");
    expect(await files.sizeOf("torn/video")).toBeNull();
    await files.remove("video");
    await files.remove("torn");
  });

  test("move with all that is below a key; what is there already stays", async () => {
    await files.put("from/160.webp", WEBP);
    await files.put("from/640.webp", WEBP);
    await files.move("from", "to");
    expect(await files.sizeOf("from/160.webp")).toBeNull();
    expect((await bytesOf(await files.open("to/640.webp")))?.equals(WEBP)).toBe(true);
    await files.put("again/640.webp", WEBP);
    await files.move("again", "to");
    expect([await files.sizeOf("again/640.webp"), await files.sizeOf("to/160.webp")]).toEqual([null, WEBP.length]);
    await files.remove("to");
  });

  test("are listed, however many there are, and gone once they are removed", async () => {
    await files.remove("one");
    const keys = Array.from({ length: 8 }, (_, n) => `many${n % 2}/${n}.webp`);
    for (const key of keys) await files.put(key, WEBP);
    expect(await sizesByKey()).toEqual(Object.fromEntries(keys.map((key) => [key, WEBP.length])));
    await files.remove("many0/0.webp");
    await files.remove("many1");
    expect(Object.keys(await sizesByKey()).toSorted()).toEqual(["many0/2.webp", "many0/4.webp", "many0/6.webp"]);
    await files.remove("many0");
    expect(await sizesByKey()).toEqual({});
  });

  test("have names of ours alone: nothing leads out of where they are", async () => {
    for (const key of ["../secret", "one/../../secret", "/etc/passwd", "one/two/three", ""])
      await expect(files.put(key, WEBP)).rejects.toThrow("Not a key of a file");
  });

  test("can be written, and say so", async () => {
    await files.check();
    expect(await sizesByKey()).toEqual({});
  });
});

test("a folder is made at the first use, and not made again once it is gone", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "fieldstall-files-"));
  const files = diskStore(dataDir);
  // A folder that was begun would be there by then.
  for (let calls = 0; calls < 20; calls += 1) await stat(dataDir);
  expect(readdirSync(dataDir)).toEqual([]);
  await files.check();
  expect(readdirSync(dataDir)).toEqual(["files"]);
  rmSync(path.join(dataDir, "files"), { recursive: true });
  await expect(files.check()).rejects.toMatchObject({ code: "ENOENT" });
  rmSync(dataDir, { recursive: true });
});
