import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { pngBomb } from "../../../tests/fixtures/png-bomb";
import { plainPicture, sendPicture } from "../../../tests/fixtures/sent-pictures";
import { onBothDatabases } from "../../../tests/fixtures/world";

/** Incompressible bytes, for files of an exact size. */
const noise = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, n) => (n * 7919 + (n >> 3)) % 256));

onBothDatabases("pictures that are refused", (world) => {
  test("a HEIC picture is refused with what to do, before anything decodes it", async () => {
    const heic = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from("ftypheic\0\0\0\0mif1heic", "latin1"),
      Buffer.alloc(200),
    ]);
    const answer = await sendPicture(world, heic, "IMG_1.HEIC", "image/heic");
    expect([answer.status, answer.body.error[0].code]).toEqual([415, "wrong_file_type"]);
    expect(answer.body.error[0].message).toMatch(/HEIC .* JPEG.* Most Compatible/);
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
    ["a TIFF", () => plainPicture(10, 10).tiff().toBuffer(), "photo.png", 415, "wrong_file_type", TYPES],
    ["an AVIF", () => plainPicture(10, 10).avif().toBuffer(), "photo.png", 415, "wrong_file_type", TYPES],
    ["a GIF", () => plainPicture(10, 10).gif().toBuffer(), "dance.gif", 415, "wrong_file_type", TYPES],
    ["a WebP", () => plainPicture(10, 10).webp().toBuffer(), "photo.webp", 415, "wrong_file_type", TYPES],
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
      async () => Buffer.concat([await plainPicture(10, 10).png().toBuffer(), Buffer.alloc(10 * 1024 * 1024)]),
      "me.png",
      413,
      "file_too_large",
      "File is larger than 10485760 bytes",
    ],
  ])("%s is refused", async (_, bytes, name, status, code, message) => {
    const refusal = await sendPicture(world, await bytes(), name);
    expect([refusal.status, refusal.body.error]).toEqual([status, [{ field: "intendedFile", code, message }]]);
    expect(await world.services.db.selectFrom("files").select("_id").execute()).toHaveLength(0);
    expect(world.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test("what is of no kind that is taken is handed to nobody who decodes it", async () => {
    const encode = vi.spyOn(world.services.pictures, "encode");
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
    for (const bytes of [
      svg,
      await plainPicture(10, 10).gif().toBuffer(),
      await plainPicture(10, 10).tiff().toBuffer(),
    ])
      expect((await sendPicture(world, bytes, "me.png")).status).toBe(415);
    expect(encode).not.toHaveBeenCalled();
    encode.mockRestore();
  });

  test("what is far too large is not even read", async () => {
    const refusal = await sendPicture(world, Buffer.alloc(13 * 1024 * 1024), "me.png");
    expect([refusal.status, refusal.body.error]).toEqual([
      413,
      [{ code: "too_large", message: "The request is too large." }],
    ]);
  });
});
