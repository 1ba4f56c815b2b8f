import { expect } from "vitest";
import { longTest } from "../../../tests/fixtures/long-test";
import { film, MEGABYTE, resumableUploads, withBuckets } from "../../../tests/fixtures/resumable-uploads";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { buildApi } from "~/api/service.server";
import { buildServices } from "~/platform/services.server";
import { openVideo } from "./stored-files.server";

const buckets = withBuckets();

onBothDatabases(
  "a film for a bucket",
  (world) => {
    const { beginUpload, offsetOf, piece, finish, aMerchant } = resumableUploads(world);

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
  },
  { bucket: buckets.bucket },
);

async function locks({ services }: World): Promise<number> {
  return (await services.db.selectFrom("uploadLocks").select("name").execute()).length;
}
