import sharp from "sharp";
import { expect, test } from "vitest";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { openVideo } from "./stored-files.server";

const photo = (colour = "#3a7", format: "png" | "webp" = "png") =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer();
/** The head of an MP4, the only part that is examined, followed by as many bytes as wanted. */
const film = (bytes = 5000) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from("ftypisom"),
    Buffer.from([0, 0, 2, 0]),
    Buffer.from("isomiso2"),
    Buffer.alloc(bytes - 24, 7),
  ]);

async function send(
  world: World,
  kind: string,
  files: [name: string, bytes: Uint8Array][],
  options: { token?: string; headers?: Record<string, string> } = {},
) {
  const form = new FormData();
  form.set("intendedFileName", kind);
  for (const [name, bytes] of files)
    form.append(kind === "image" ? "intendedFile[]" : "intendedFile", new File([new Uint8Array(bytes)], name));
  return world.call("POST", "/file", {
    token: options.token ?? (await aUser(world, { privilege: "merchant" })).token,
    form,
    headers: options.headers ?? {},
  });
}

onBothDatabases("files of a product", (world) => {
  test("several pictures come back as a list, recognised by their bytes, WebP too", async () => {
    const answer = await send(world, "image", [
      ["a.png", await photo()],
      [".DS_Store", Buffer.from("hidden")],
      ["b.jpg", await photo("#a37", "webp")],
      ["Thumbs.db", Buffer.from("hidden")],
    ]);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject([
      { width: 60, height: 40, url: expect.stringMatching(/^\/media\/[0-9a-f]{24}\/60\.webp$/) },
      { width: 60 },
    ]);
  });

  test("a video is kept as it is and can be fetched", async () => {
    const bytes = film(200_000);
    const answer = await send(world, "video", [["clip.mp4", bytes]]);
    expect([answer.status, answer.body.data]).toMatchObject([
      201,
      { url: `/media/${answer.body.data._id}`, mime: "video/mp4", bytes: 200_000 },
    ]);
    const video = await openVideo(world.services, answer.body.data._id);
    expect(Buffer.from(await new Response(video?.stream).arrayBuffer()).equals(bytes)).toBe(true);
    const part = await openVideo(world.services, answer.body.data._id, { start: 4, end: 11 });
    expect([part?.size, await new Response(part?.stream).text()]).toEqual([200_000, "ftypisom"]);
    expect(await openVideo(world.services, "0".repeat(24))).toBeNull();
  });

  test("the same file with the same key gets the same id", async () => {
    const { token } = await aUser(world, { privilege: "merchant" });
    const headers = { "Idempotency-Key": "form-key-0001" };
    for (const [kind, name, bytes] of [
      ["image", "a.png", await photo()],
      ["video", "a.mp4", film()],
    ] as const) {
      const [one, two] = [
        await send(world, kind, [[name, bytes]], { token, headers }),
        await send(world, kind, [[name, bytes]], { token, headers }),
      ];
      expect(two.body.data).toEqual(one.body.data);
    }
    expect(await world.services.db.selectFrom("files").select("_id").execute()).toHaveLength(2);
  });

  test.each<
    [what: string, kind: string, files: () => Promise<[string, Uint8Array][]>, status: number, message: string]
  >([
    [
      "a text called .png",
      "image",
      async () => [["a.png", Buffer.from("I am a picture.")]],
      415,
      "File type must be .png,.jpg,.jpeg,.webp,.avif",
    ],
    [
      "a picture called .mp4",
      "video",
      async () => [["a.mp4", await photo()]],
      415,
      "File type must be .mp4,.m4v,.mov,.webm",
    ],
    ["an empty picture", "image", async () => [["a.png", Buffer.alloc(0)]], 422, "File is smaller than 1 bytes"],
    ["an empty video", "video", async () => [["a.mp4", Buffer.alloc(0)]], 422, "File is smaller than 1 bytes"],
    [
      "a picture of more than 10 MB",
      "image",
      async () => [["a.png", Buffer.concat([await photo(), Buffer.alloc(10 * 1024 * 1024)])]],
      413,
      "File is larger than 10485760 bytes",
    ],
    [
      "nine pictures",
      "image",
      async () =>
        Promise.all(
          Array.from({ length: 9 }, async (_, n): Promise<[string, Uint8Array]> => [
            `${n}.png`,
            await photo(`#${n}${n}${n}`),
          ]),
        ),
      422,
      "Too many files",
    ],
    [
      "two videos",
      "video",
      async () => [
        ["a.mp4", film()],
        ["b.mp4", film(6000)],
      ],
      422,
      "Too many files",
    ],
    ["nothing", "image", async () => [], 422, "Choose a file first."],
    ["a hidden file alone", "image", async () => [[".DS_Store", Buffer.from("x")]], 422, "Choose a file first."],
  ])("%s is refused", async (_, kind, files, status, message) => {
    const refusal = await send(world, kind, await files());
    expect([refusal.status, refusal.body.error[0].message]).toEqual([status, message]);
  });

  test("a video larger than the limit is refused and leaves nothing behind", async () => {
    const limit = world.services.config.mostVideoBytes;
    world.services.config.mostVideoBytes = 100_000;
    const refusal = await send(world, "video", [["a.mp4", film(100_001)]]);
    world.services.config.mostVideoBytes = limit;
    expect([refusal.status, refusal.body.error[0].message]).toEqual([413, "File is larger than 100000 bytes"]);
    expect(await world.services.db.selectFrom("files").select("_id").execute()).toEqual([]);
  });

  test("only merchants may send files, and what is no form is not read", async () => {
    const buyer = await aUser(world);
    expect((await send(world, "image", [["a.png", await photo()]], { token: buyer.token })).status).toBe(403);
    const merchant = await aUser(world, { privilege: "merchant" });
    expect((await world.call("POST", "/file", { token: merchant.token, body: "{}" })).status).toBe(415);
    expect(
      (
        await world.call("POST", "/file", {
          token: merchant.token,
          body: "--x\r\nbroken",
          headers: { "Content-Type": "multipart/form-data; boundary=x" },
        })
      ).status,
    ).toBe(400);
  });
});
