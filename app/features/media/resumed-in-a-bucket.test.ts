import { expect } from "vitest";
import { longTest } from "../../../tests/fixtures/long-test";
import { contentsOf, film, MEGABYTE, resumableUploads, withBuckets } from "../../../tests/fixtures/resumable-uploads";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { openVideo } from "./stored-files.server";

const buckets = withBuckets();

onBothDatabases(
  "a film that is kept in a bucket",
  (world) => {
    const { beginUpload, offsetOf, piece, finish, aMerchant } = resumableUploads(world);
    const { storage, remainingKeys } = contentsOf(buckets);

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
  },
  { bucket: buckets.bucket },
);
