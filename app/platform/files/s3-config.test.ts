import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startFakeS3, type FakeS3 } from "../../../tests/fakes/s3/fake-s3";
import { readConfig } from "~/platform/config.server";
import { isStartupError } from "~/platform/startup-error";
import { FilesOutOfReach } from "./out-of-reach";
import { s3Store } from "./s3-store.server";
import { longTest } from "../../../tests/fixtures/long-test";

const DATA_DIR = mkdtempSync(path.join(tmpdir(), "fieldstall-bucket-"));
const whole = {
  FILES_S3_BUCKET: "shop",
  FILES_S3_ENDPOINT: "https://s3.example.com/",
  FILES_S3_ACCESS_KEY_ID: "a-key",
  FILES_S3_SECRET_ACCESS_KEY: "a secret of it",
  FILES_PUBLIC_URL: "https://cdn.example.com/files/",
};
const filesOf = (env: Record<string, string>) => readConfig({ NODE_ENV: "test", DATA_DIR, ...env }).files;
let fake: FakeS3;

beforeAll(async () => {
  fake = await startFakeS3();
});
afterEach(() => {
  fake.trouble = null;
});
afterAll(async () => {
  await fake.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

test("without a word of it files are on the disk; with all of them in the bucket", () => {
  expect(filesOf({})).toEqual({ s3: null, publicUrl: null });
  expect(filesOf(whole)).toEqual({
    s3: {
      bucket: "shop",
      region: "us-east-1",
      endpoint: "https://s3.example.com",
      keys: { accessKeyId: "a-key", secretAccessKey: "a secret of it" },
    },
    publicUrl: "https://cdn.example.com/files",
  });
  expect(filesOf({ FILES_S3_BUCKET: "shop", FILES_S3_REGION: "eu-central-1" }).s3).toMatchObject({ keys: null });
});

test.each([
  [{ FILES_S3_BUCKET: "" }, "FILES_S3_REGION", /FILES_S3_BUCKET is not: name the bucket/],
  [{ FILES_S3_BUCKET: "My Shop" }, "", /FILES_S3_BUCKET must be the name of a bucket/],
  [{ FILES_S3_ENDPOINT: "" }, "", /FILES_S3_REGION is not set: Amazon needs/],
  [{ FILES_S3_ENDPOINT: "s3.example.com" }, "", /FILES_S3_ENDPOINT must be an address/],
  [{ FILES_S3_SECRET_ACCESS_KEY: "" }, "", /FILES_S3_SECRET_ACCESS_KEY is not set/],
  [{ FILES_S3_ACCESS_KEY_ID: "" }, "", /FILES_S3_ACCESS_KEY_ID is not set/],
  [{ FILES_S3_SECRET_ACCESS_KEY: "short" }, "", /^FILES_S3_SECRET_ACCESS_KEY must be at least 8 characters long\.$/],
  [{ FILES_PUBLIC_URL: "cdn" }, "", /FILES_PUBLIC_URL must be an address/],
] as const)("%o stops the start with a sentence", (change, also, sentence) => {
  expect(() => filesOf({ ...whole, ...change, ...(also && { [also]: "eu-central-1" }) })).toThrow(sentence);
});

test("a bucket that is not there, a wrong key and a region that is another's are told with what to do", async () => {
  const logText = async (config = fake.config) => {
    const files = s3Store(config);
    const error = await files.check().catch((failure: unknown) => failure);
    files.close();
    expect(isStartupError(error)).toBe(true);
    return (error as Error).message;
  };
  expect(await logText({ ...fake.config, bucket: "another" })).toContain(
    "There is no bucket another at http://127.0.0.1",
  );
  const keys = { accessKeyId: "wrong", secretAccessKey: "a secret of it" };
  expect(await logText({ ...fake.config, keys })).toContain("See that FILES_S3_ACCESS_KEY_ID");
  fake.trouble = 403;
  expect(await logText()).toContain("refuses us the bucket shop (AccessDenied)");
});

longTest(
  "a storage that does not answer, or has too much to do, is out of reach: nobody has to be woken for it",
  async () => {
    for (const trouble of ["away", 500, 503] as const) {
      fake.trouble = trouble;
      const files = s3Store(fake.config);
      await expect(files.open("one/640.webp")).rejects.toBeInstanceOf(FilesOutOfReach);
      await expect(files.check()).rejects.toBeInstanceOf(FilesOutOfReach);
      files.close();
    }
  },
);

test("however often somebody asks whether we are ready, the storage is asked once in ten seconds", async () => {
  const files = s3Store(fake.config);
  const before = fake.requests.length;
  for (let n = 0; n < 50; n += 1) await files.check();
  expect(fake.requests.slice(before)).toEqual(["PUT /shop/probe"]);
  files.close();
});
