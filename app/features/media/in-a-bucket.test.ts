import sharp from "sharp";
import { expect, test } from "vitest";
import { longTest } from "../../../tests/fixtures/long-test";
import { film, MEGABYTE, photo, resumableUploads, withBuckets } from "../../../tests/fixtures/resumable-uploads";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { sweepUploads } from "./resumable.server";
import { buildApi } from "~/api/service.server";
import { buildServices } from "~/platform/services.server";
import { openImage, openVideo } from "./stored-files.server";

const buckets = withBuckets();

onBothDatabases(
  "a file that is kept in a bucket",
  (world) => {
    const { beginUpload, offsetOf, piece, finish, aMerchant } = resumableUploads(world);
    const storage = () => buckets.current.kept;
    const remainingKeys = () => [...storage().objects.keys()].filter((key) => key.startsWith("uploads/"));

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
      expect([remainingKeys(), storage().uploads.size]).toEqual([[], 0]);
      expect(storage().objects.get(`files/${body.data._id}/video`)?.headers["content-type"]).toBe("video/mp4");
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
      expect([...storage().objects.keys()].filter((key) => key.includes(body.data._id))).toEqual([]);
    });

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
      expect([remainingKeys(), storage().uploads.size]).toEqual([[], 0]);
    });
  },
  { bucket: buckets.bucket },
);

async function locks({ services }: World): Promise<number> {
  return (await services.db.selectFrom("uploadLocks").select("name").execute()).length;
}
