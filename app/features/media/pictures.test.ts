import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { pngBomb } from "../../../tests/fixtures/png-bomb";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { ensureShared } from "./shared-picture.server";
import { PHOTO, storeImage } from "./store-image.server";
import { openImage, SHARED, sweepOrphans } from "./stored-files.server";

const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#3a7" } });
/** Incompressible bytes, for files of an exact size. */
const noise = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, n) => (n * 7919 + (n >> 3)) % 256));

async function send(world: World, bytes: Uint8Array, name: string, type = "image/png") {
  const user = await aUser(world);
  const form = new FormData();
  form.set("intendedFileName", "image");
  form.set("intendedFile", new File([new Uint8Array(bytes)], name, { type }));
  return world.call("PUT", "/user", { token: user.token, form });
}

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
    const image = await keep(await blank(1200, 900).png().toBuffer());
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

  test("a HEIC picture is refused with what to do, before anything decodes it", async () => {
    const heic = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from("ftypheic\0\0\0\0mif1heic", "latin1"),
      Buffer.alloc(200),
    ]);
    const answer = await send(world, heic, "IMG_1.HEIC", "image/heic");
    expect([answer.status, answer.body.error[0].code]).toEqual([415, "wrong_file_type"]);
    expect(answer.body.error[0].message).toMatch(/HEIC .* JPEG.* Most Compatible/);
  });

  test("a JPEG is taken by its bytes, whatever it is called", async () => {
    expect((await send(world, await blank(40, 40).jpeg().toBuffer(), "photo.gif", "image/gif")).status).toBe(200);
  });

  test("a small one is never enlarged, and even one pixel can be fetched", async () => {
    const [small, dot] = [
      await keep(await blank(200, 100).png().toBuffer()),
      await keep(await blank(1, 1).png().toBuffer()),
    ];
    expect(small.widths).toEqual([160, 200]);
    expect(await bytesOf(world, dot._id, "1.webp")).not.toHaveLength(0);
    expect(dot.url).toBe(`/media/${dot._id}/1.webp`);
  });

  test("a very tall one is made to fit", async () => {
    const image = await keep(await blank(4, 20_000).png().toBuffer());
    expect(image.height).toBeLessThanOrEqual(4320);
    expect(await bytesOf(world, image._id, `${image.widths?.[0]}.avif`)).not.toHaveLength(0);
  });

  test("are turned upright, and lose where and with what they were taken", async () => {
    const photo = await blank(60, 30)
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
      await keep(await blank(900, 900).png().toBuffer()),
      await keep(await blank(120, 120).png().toBuffer()),
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
    const image = await keep(await blank(20, 20).png().toBuffer());
    for (const name of ["20.png", "999.webp", "../../secret", "20.webp/..", "", ".webp", "20.webp.part"])
      expect(await openImage(world.services, image._id, name)).toBeNull();
    for (const id of ["", "..", "../files", image._id.toUpperCase().replace(/[A-F0-9]/, "G"), `${image._id}/..`])
      expect(await openImage(world.services, id, "20.webp")).toBeNull();
  });

  test("one that nothing shows is swept after a day, files and all; one that is shown stays", async () => {
    const [orphan, shownId] = [
      await keep(await blank(20, 20).png().toBuffer()),
      await keep(await blank(20, 20).png().toBuffer()),
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

  const TYPES = "File type must be .png,.jpg,.jpeg";
  const BROKEN = "This picture cannot be read. It may be damaged; please choose another one.";
  test.each<
    [
      what: string,
      bytes: () => Promise<Uint8Array> | Uint8Array,
      name: string,
      status: number,
      code: string,
      message: string,
    ]
  >([
    [
      "an SVG",
      () =>
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'),
      "logo.svg",
      415,
      "wrong_file_type",
      TYPES,
    ],
    [
      "an SVG called .png",
      () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'),
      "logo.png",
      415,
      "wrong_file_type",
      TYPES,
    ],
    [
      "an SVG behind spaces, called a JPEG",
      () => Buffer.from(`${" ".repeat(200)}<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>`),
      "photo.jpg",
      415,
      "wrong_file_type",
      TYPES,
    ],
    ["a TIFF", () => blank(10, 10).tiff().toBuffer(), "photo.png", 415, "wrong_file_type", TYPES],
    ["an AVIF", () => blank(10, 10).avif().toBuffer(), "photo.png", 415, "wrong_file_type", TYPES],
    ["a GIF", () => blank(10, 10).gif().toBuffer(), "dance.gif", 415, "wrong_file_type", TYPES],
    ["a WebP", () => blank(10, 10).webp().toBuffer(), "photo.webp", 415, "wrong_file_type", TYPES],
    ["a text called .png", () => Buffer.from("I am a picture, believe me."), "me.png", 415, "wrong_file_type", TYPES],
    ["an empty file", () => new Uint8Array(), "me.png", 422, "file_too_small", "File is smaller than 1 bytes"],
    [
      "the first half of a JPEG",
      async () => {
        const whole = await sharp(noise(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
          .jpeg()
          .toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
      "me.jpg",
      422,
      "broken_image",
      BROKEN,
    ],
    [
      "the first half of a PNG",
      async () => {
        const whole = await sharp(noise(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
          .png()
          .toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
      "me.png",
      422,
      "broken_image",
      BROKEN,
    ],
    ["the head of a PNG alone", () => pngBomb(10, 10, 100_000).subarray(0, 40), "me.png", 422, "broken_image", BROKEN],
    [
      "30,000 by 30,000 pixels in a few bytes",
      () => pngBomb(30_000, 30_000, 100_000),
      "me.png",
      413,
      "too_many_pixels",
      "This picture has more than 50 million pixels. Please choose a smaller one.",
    ],
    [
      "more than 10 MB",
      async () => Buffer.concat([await blank(10, 10).png().toBuffer(), Buffer.alloc(10 * 1024 * 1024)]),
      "me.png",
      413,
      "file_too_large",
      "File is larger than 10485760 bytes",
    ],
  ])("%s is refused", async (_, bytes, name, status, code, message) => {
    const refusal = await send(world, await bytes(), name);
    expect([refusal.status, refusal.body.error]).toEqual([status, [{ field: "intendedFile", code, message }]]);
    expect(await world.services.db.selectFrom("files").select("_id").execute()).toHaveLength(0);
    expect(world.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test("what is of no kind that is taken is handed to nobody who decodes it", async () => {
    const encode = vi.spyOn(world.services.pictures, "encode");
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
    for (const bytes of [svg, await blank(10, 10).gif().toBuffer(), await blank(10, 10).tiff().toBuffer()])
      expect((await send(world, bytes, "me.png")).status).toBe(415);
    expect(encode).not.toHaveBeenCalled();
    encode.mockRestore();
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

  test("what is far too large is not even read", async () => {
    const refusal = await send(world, Buffer.alloc(13 * 1024 * 1024), "me.png");
    expect([refusal.status, refusal.body.error]).toEqual([
      413,
      [{ code: "too_large", message: "The request is too large." }],
    ]);
  });
});
