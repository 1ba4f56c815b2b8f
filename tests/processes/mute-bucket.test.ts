import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MARKET } from "../../scripts/gate/market.mjs";
import { startFakeS3, type FakeS3 } from "../fakes/s3/fake-s3";
import { filledOnce, type Place } from "./places";
import { buildOnce, startProcess, type ShopProcess } from "./shop-process";

/* The built server keeps its files in a bucket that accepts connections and never answers. */

let bucket: FakeS3;
let filled: Awaited<ReturnType<typeof filledOnce>>;
let place: Place;
let shop: ShopProcess;
let picture: Buffer;

beforeAll(async () => {
  buildOnce();
  [bucket, filled] = [await startFakeS3(), await filledOnce("sqlite")];
  place = await filled.copy();
  const { bucket: name, endpoint, keys } = bucket.config;
  shop = await startProcess(
    {
      APP_SECRET: "a secret that only the tests know.",
      PUBLIC_URL: "http://shop.localhost",
      MAIL: "files",
      ...MARKET,
      PAYMENTS: "test",
      LIMITS: "off",
      DATA_DIR: place.folder,
      FILES_S3_BUCKET: name,
      FILES_S3_ENDPOINT: endpoint ?? "",
      FILES_S3_ACCESS_KEY_ID: keys?.accessKeyId ?? "",
      FILES_S3_SECRET_ACCESS_KEY: keys?.secretAccessKey ?? "",
    },
    0,
  );
  picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#1E7A3C" } })
    .png()
    .toBuffer();
});
afterAll(async () => {
  await shop.kill();
  await place.remove();
  await filled.remove();
  await bucket.close();
});

const ask = async (address: string, init: RequestInit = {}) => {
  const answer = await fetch(`${shop.address}${address}`, init);
  return { status: answer.status, retryAfter: answer.headers.get("Retry-After"), text: await answer.text() };
};

/** Uploads a picture as a merchant, with this idempotency key. Returns the response. */
function upload(key: string) {
  const body = new FormData();
  body.set("intendedFileName", "image");
  body.append("intendedFile", new File([new Uint8Array(picture)], "leaf.png", { type: "image/png" }));
  return ask("/api/v1/file", {
    method: "POST",
    headers: { Authorization: place.merchant.token, "Idempotency-Key": key },
    body,
  });
}

const pathOf = (answer: { text: string }) => {
  const { data } = JSON.parse(answer.text) as { data: unknown };
  return JSON.stringify(data);
};

const PAGES = ["/products", "/login/customer", "/shopping_cart", "/api/v1/product/general"];

test("pages are read, an upload is to come again, and /readyz says so and answers before the bucket does", async () => {
  const before = await upload("mute-bucket-before");
  expect(before.status).toBe(201);
  await expect.poll(async () => JSON.parse((await ask("/readyz")).text)).toMatchObject({ status: "ok", files: true });

  bucket.trouble = "mute";
  const waiting = upload("mute-bucket-while-mute");
  const asked = bucket.requests.length;
  await expect.poll(() => bucket.requests.length).toBeGreaterThan(asked);
  for (const page of PAGES) expect([page, (await ask(page)).status]).toEqual([page, 200]);
  await expect
    .poll(async () => JSON.parse((await ask("/readyz")).text))
    .toMatchObject({ status: "degraded", database: true, files: false, reasons: { files: "no answer" } });
  // A bucket that is away is away for all processes, so a balancer must still send people here.
  expect((await ask("/readyz")).status).toBe(200);
  expect((await ask("/healthz")).status).toBe(200);
  expect(await waiting).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });

  bucket.trouble = null;
  await expect.poll(async () => JSON.parse((await ask("/readyz")).text)).toMatchObject({ status: "ok", files: true });
  const again = await upload("mute-bucket-while-mute");
  expect(again.status).toBe(201);
  expect(pathOf(again)).not.toBe(pathOf(before));
});
