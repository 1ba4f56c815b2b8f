import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { longTest } from "../../../tests/fixtures/long-test";
import { startFakeS3, type FakeS3 } from "../../../tests/fakes/s3/fake-s3";
import { aUser } from "../../../tests/fixtures/shop";
import { withShortPauses } from "../../../tests/fixtures/short-pauses";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { sweepUploads } from "./resumable.server";
import { buildApi, type Api } from "~/api/service.server";
import { buildServices } from "~/platform/services.server";
import { openImage, openVideo } from "./stored-files.server";

/* Pictures and videos with files in a bucket: sent piece by piece, over a connection that breaks, to any process. */

withShortPauses();

const MEGABYTE = 1024 * 1024;
const PATH = "/api/v1/file/resumable";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const photo = () =>
  sharp({ create: { width: 700, height: 500, channels: 3, background: "#3a7" } })
    .png()
    .toBuffer();
const film = (bytes: number) =>
  Buffer.concat([Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isomiso2", "latin1"), randomBytes(bytes - 24)]);

const buckets: FakeS3[] = [];
let fake: FakeS3;
afterAll(() => Promise.all(buckets.map((bucket) => bucket.close())));

async function bucket() {
  fake = await startFakeS3();
  buckets.push(fake);
  return fake.config;
}

onBothDatabases(
  "a file that is kept in a bucket",
  (world) => {
    const tus = async (
      token: string,
      method: string,
      path: string,
      headers: Record<string, string>,
      body?: BodyInit,
      api = world.api,
    ) =>
      api.request(
        path,
        {
          method,
          headers: { "Tus-Resumable": "1.0.0", Authorization: token, ...headers },
          ...(body !== undefined && { body, duplex: "half" }),
        } as RequestInit,
        { clientAddress: "203.0.113.7" },
      );
    async function beginUpload(token: string, kind: string, size: number): Promise<string> {
      const about = `intendedFileName ${base64(kind)},filename ${base64("file")}`;
      const answer = await tus(token, "POST", PATH, { "Upload-Length": String(size), "Upload-Metadata": about });
      expect(answer.headers.get("Location")).toMatch(/^\/api\/v1\/file\/resumable\/[0-9a-f]{24}-[0-9a-f]{32}$/);
      return answer.headers.get("Location") ?? "";
    }
    const offsetOf = async (token: string, path: string) =>
      Number((await tus(token, "HEAD", path, {})).headers.get("Upload-Offset"));
    const piece = (token: string, path: string, offset: number, body: BodyInit, api?: Api) =>
      tus(
        token,
        "PATCH",
        path,
        { "Upload-Offset": String(offset), "Content-Type": "application/offset+octet-stream" },
        body,
        api,
      );
    const finish = (token: string, path: string) =>
      world.call("POST", `${path.replace("/api/v1", "")}/finish`, { token });
    const remainingKeys = () => [...fake.kept.objects.keys()].filter((key) => key.startsWith("uploads/"));
    const aMerchant = () => aUser(world, { privilege: "merchant" });

    longTest("goes on where the line dropped, and is the same bytes in the end", async () => {
      const { token } = await aMerchant();
      const bytes = film(11 * MEGABYTE);
      const path = await beginUpload(token, "video", bytes.length);
      let at = 0;
      for (const until of [MEGABYTE + 17, MEGABYTE + 1000, 9 * MEGABYTE, bytes.length]) {
        expect((await piece(token, path, at, bytes.subarray(at, until))).status).toBe(204);
        at = await offsetOf(token, path);
        expect(at).toBe(until);
      }
      const { status, body } = await finish(token, path);
      expect([status, body.data]).toMatchObject([201, { mime: "video/mp4", bytes: bytes.length }]);
      const video = await openVideo(world.services, body.data._id);
      expect(Buffer.from(await new Response(video?.stream).arrayBuffer()).equals(bytes)).toBe(true);
      expect([remainingKeys(), fake.kept.uploads.size]).toEqual([[], 0]);
      expect(fake.kept.objects.get(`files/${body.data._id}/video`)?.headers["content-type"]).toBe("video/mp4");
      expect((await finish(token, path)).body.data._id).toBe(body.data._id);
    });

    test("as a picture is there in its sizes, and gone with its sweep", async () => {
      const { token } = await aMerchant();
      const bytes = await photo();
      const path = await beginUpload(token, "image", bytes.length);
      await piece(token, path, 0, new Uint8Array(bytes));
      const { body } = await finish(token, path);
      const image = await openImage(world.services, body.data._id, "640.webp");
      const { width } = await sharp(await new Response(image?.stream).arrayBuffer()).metadata();
      expect([image?.mime, width]).toEqual(["image/webp", 640]);
      world.clock.forward(73 * 3600);
      await world.runner.drain(["sweep"]);
      expect([...fake.kept.objects.keys()].filter((key) => key.includes(body.data._id))).toEqual([]);
    });

    test.each(["away", 301, 400, 403, 500, 503, "no bucket"] as const)(
      "is never told to be at fault for a storage that fails (%s): the sender is asked to come again, by each way to send",
      async (trouble) => {
        const { token } = await aMerchant();
        const bytes = new Uint8Array(await photo());
        const path = await beginUpload(token, "image", bytes.length);
        await piece(token, path, 0, bytes);
        const form = new FormData();
        form.set("intendedFileName", "image");
        form.set("intendedFile[]", new Blob([bytes]), "photo.png");
        if (trouble === "no bucket") fake.kept.bucket = "another";
        else fake.trouble = trouble;
        const answers = [
          await world.api.request("/api/v1/file", { method: "POST", headers: { Authorization: token }, body: form }),
          await tus(token, "POST", PATH, {
            "Upload-Length": "70000",
            "Upload-Metadata": `intendedFileName ${base64("image")},filename ${base64("file")}`,
          }),
          await piece(token, path, 0, bytes),
          await tus(token, "POST", `${path}/finish`, {}),
        ];
        [fake.trouble, fake.kept.bucket] = [null, fake.config.bucket];
        expect(answers.map(({ status, headers }) => [status, headers.get("Retry-After")])).toEqual(
          answers.map(() => [503, "5"]),
        );
        for (const answer of answers) expect((await answer.json()).error[0].code).toBe("unavailable");
        expect((await finish(token, path)).status).toBe(201);
      },
    );

    longTest("that two processes are sent at once is written by one after the other", async () => {
      const { token } = await aMerchant();
      const bytes = film(9 * MEGABYTE);
      const path = await beginUpload(token, "video", bytes.length);
      const { config, db, dialect } = world.services;
      const database = { db, reads: db, replica: null, dialect, close: async () => undefined };
      const otherServices = buildServices(config, { ...world.services, database });
      // The first sender's connection is dead, but the service has not noticed: its body neither continues nor ends.
      let dead: ReadableStreamDefaultController<Uint8Array> | undefined;
      const hanging = piece(
        token,
        path,
        0,
        new ReadableStream<Uint8Array>({
          start: (controller) => {
            dead = controller;
            controller.enqueue(bytes.subarray(0, MEGABYTE));
          },
        }),
        buildApi(otherServices),
      );
      await expect.poll(() => locks(world)).toBe(1);
      const at = await offsetOf(token, path);
      expect((await piece(token, path, at, bytes.subarray(at))).status).toBe(204);
      dead?.error(new Error("The line dropped."));
      await hanging.catch(() => undefined);
      const { body } = await finish(token, path);
      const video = await openVideo(world.services, body.data._id);
      expect(Buffer.from(await new Response(video?.stream).arrayBuffer()).equals(bytes)).toBe(true);
      expect(await locks(world)).toBe(0);
    });

    test("that nobody finishes is swept a day after it was begun, with all that lies beside it", async () => {
      const { token } = await aMerchant();
      const path = await beginUpload(token, "video", 9 * MEGABYTE);
      await piece(token, path, 0, film(MEGABYTE));
      expect(remainingKeys()).toHaveLength(2);
      // The storage uses the time of its own clock.
      const ahead = Math.ceil((Date.now() - world.clock.now().getTime()) / 1000);
      world.clock.forward(ahead + 23 * 3600);
      await sweepUploads(world.services);
      expect(remainingKeys()).toHaveLength(2);
      world.clock.forward(2 * 3600);
      await sweepUploads(world.services);
      expect([remainingKeys(), fake.kept.uploads.size]).toEqual([[], 0]);
    });

    longTest("is not lost while the storage is away: whoever sends it is asked to come again", async () => {
      const { token } = await aMerchant();
      const bytes = await photo();
      const path = await beginUpload(token, "image", bytes.length);
      await piece(token, path, 0, new Uint8Array(bytes));
      for (const trouble of ["away", 503] as const) {
        fake.trouble = trouble;
        const refusal = await finish(token, path);
        expect([refusal.status, refusal.headers.get("Retry-After")]).toEqual([503, "5"]);
        expect((await tus(token, "HEAD", path, {})).status).toBe(503);
      }
      fake.trouble = null;
      expect((await finish(token, path)).status).toBe(201);
    });
  },
  { bucket },
);

async function locks({ services }: World): Promise<number> {
  return (await services.db.selectFrom("uploadLocks").select("name").execute()).length;
}
