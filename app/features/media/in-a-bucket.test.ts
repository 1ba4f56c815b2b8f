import sharp from "sharp";
import { expect, test } from "vitest";
import {
  contentsOf,
  film,
  MEGABYTE,
  photo,
  resumableUploads,
  withBuckets,
} from "../../../tests/fixtures/resumable-uploads";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { sweepUploads } from "./resumable.server";
import { openImage } from "./stored-files.server";

const buckets = withBuckets();

onBothDatabases(
  "a file that is kept in a bucket",
  (world) => {
    const { beginUpload, piece, finish, aMerchant } = resumableUploads(world);
    const { storage, remainingKeys } = contentsOf(buckets);

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
