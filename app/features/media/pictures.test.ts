import sharp from "sharp";
import { expect, test } from "vitest";
import { plainPicture, sendPicture } from "../../../tests/fixtures/sent-pictures";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { ensureShared } from "./shared-picture.server";
import { PHOTO, storeImage } from "./store-image.server";
import { openImage, SHARED, sweepOrphans } from "./stored-files.server";

async function bytesOf(world: World, id: string, name: string): Promise<Buffer> {
  const file = await openImage(world.services, id, name);
  if (!file) throw new Error(`${name} is not kept`);
  const bytes = Buffer.from(await new Response(file.stream).arrayBuffer());
  expect(bytes).toHaveLength(file.size);
  return bytes;
}

onBothDatabases("pictures", (world) => {
  const keep = (bytes: Uint8Array) => storeImage(world.services, bytes, { ownerId: null, field: "intendedFile" });

  test("are kept in several widths, each as WebP and as AVIF", async () => {
    const image = await keep(await plainPicture(1200, 900).png().toBuffer());
    expect(image).toMatchObject({
      width: 1080,
      height: 810,
      widths: [160, 320, 400, 640, 1080],
      url: `/media/${image._id}/640.webp`,
    });
    for (const width of image.widths ?? []) {
      for (const [name, format] of [
        [`${width}.webp`, "webp"],
        [`${width}.avif`, "heif"],
      ] as const) {
        expect(await sharp(await bytesOf(world, image._id, name)).metadata()).toMatchObject({ width, format });
      }
    }
  });

  test("have a JPEG for links that are shared, of the same size, made once when it is asked for", async () => {
    const transparent = sharp({ create: { width: 1200, height: 600, channels: 4, background: "#0000" } });
    const image = await keep(await transparent.png().toBuffer());
    expect(await openImage(world.services, image._id, SHARED)).toBeNull();
    expect([await ensureShared(world.services, image._id), await ensureShared(world.services, image._id)]).toEqual([
      true,
      true,
    ]);
    const jpeg = await bytesOf(world, image._id, SHARED);
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: "jpeg", width: image.width, height: image.height });
    // Transparent parts become white.
    expect((await sharp(jpeg).stats()).channels[0]?.min).toBeGreaterThan(250);
    expect(await ensureShared(world.services, "0".repeat(24))).toBe(false);
  });

  test("a JPEG is taken by its bytes, whatever it is called", async () => {
    expect(
      (await sendPicture(world, await plainPicture(40, 40).jpeg().toBuffer(), "photo.gif", "image/gif")).status,
    ).toBe(200);
  });

  test("a small one is never enlarged, and even one pixel can be fetched", async () => {
    const [small, dot] = [
      await keep(await plainPicture(200, 100).png().toBuffer()),
      await keep(await plainPicture(1, 1).png().toBuffer()),
    ];
    expect(small.widths).toEqual([160, 200]);
    expect(await bytesOf(world, dot._id, "1.webp")).not.toHaveLength(0);
    expect(dot.url).toBe(`/media/${dot._id}/1.webp`);
  });

  test("a very tall one is made to fit", async () => {
    const image = await keep(await plainPicture(4, 20_000).png().toBuffer());
    expect(image.height).toBeLessThanOrEqual(4320);
    expect(await bytesOf(world, image._id, `${image.widths?.[0]}.avif`)).not.toHaveLength(0);
  });

  test("are turned upright, and lose where and with what they were taken", async () => {
    const photo = await plainPicture(60, 30)
      .withExif({ IFD0: { Make: "SpyCam", Copyright: "Ada Byron" }, IFD3: { GPSLatitude: "44/1 28/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).orientation).toBe(6);
    const image = await keep(photo);
    expect(image).toMatchObject({ width: 30, height: 60 });
    for (const name of ["30.webp", "30.avif"]) {
      const bytes = await bytesOf(world, image._id, name);
      expect((await sharp(bytes).metadata()).exif).toBeUndefined();
      expect(bytes.toString("latin1")).not.toContain("SpyCam");
    }
  });

  test("who asks for less data gets about half the width, as far as the picture has it", async () => {
    const [photo, small] = [
      await keep(await plainPicture(900, 900).png().toBuffer()),
      await keep(await plainPicture(120, 120).png().toBuffer()),
    ];
    const width = async (id: string, name: string) => {
      const file = await openImage(world.services, id, name, { saving: true });
      return file && (await sharp(await new Response(file.stream).arrayBuffer()).metadata()).width;
    };
    expect(await width(photo._id, "640.avif")).toBe(320);
    expect(await width(photo._id, "400.webp")).toBe(160);
    expect(await width(photo._id, "160.webp")).toBe(160);
    expect(await width(small._id, "120.webp")).toBe(120);
  });

  test("nothing but a known width and format is handed out", async () => {
    const image = await keep(await plainPicture(20, 20).png().toBuffer());
    for (const name of ["20.png", "999.webp", "../../secret", "20.webp/..", "", ".webp", "20.webp.part"])
      expect(await openImage(world.services, image._id, name)).toBeNull();
    for (const id of ["", "..", "../files", image._id.toUpperCase().replace(/[A-F0-9]/, "G"), `${image._id}/..`])
      expect(await openImage(world.services, id, "20.webp")).toBeNull();
  });

  test("one that nothing shows is swept after a day, files and all; one that is shown stays", async () => {
    const [orphan, shownId] = [
      await keep(await plainPicture(20, 20).png().toBuffer()),
      await keep(await plainPicture(20, 20).png().toBuffer()),
    ];
    await world.services.db.updateTable("files").set({ attached: 1 }).where("_id", "=", shownId._id).execute();
    world.clock.forward(23 * 3600);
    await sweepOrphans(world.services);
    expect(await openImage(world.services, orphan._id, "20.webp")).not.toBeNull();
    world.clock.forward(2 * 3600);
    await sweepOrphans(world.services);
    expect(await openImage(world.services, orphan._id, "20.webp")).toBeNull();
    expect(await openImage(world.services, shownId._id, "20.webp")).not.toBeNull();
    expect(await world.services.db.selectFrom("files").select("_id").execute()).toEqual([{ _id: shownId._id }]);
  });

  test("of a WebP that moves the first frame is kept, of one with hundreds of frames nothing", async () => {
    const moving = (frames: number) => {
      const pixels = Buffer.alloc(4 * 4 * 3 * frames);
      for (let frame = 0; frame < frames; frame += 1) pixels.fill(frame % 256, frame * 48, frame * 48 + 48);
      return sharp(pixels, { raw: { width: 4, height: 4 * frames, channels: 3, pageHeight: 4 } })
        .webp({ lossless: true })
        .toBuffer();
    };
    const photo = { ownerId: null, field: "intendedFile", accepted: PHOTO };
    expect(await storeImage(world.services, await moving(3), photo)).toMatchObject({ width: 4, height: 4 });
    await expect(storeImage(world.services, await moving(300), photo)).rejects.toMatchObject({
      items: [{ code: "too_many_frames" }],
    });
  });
});
