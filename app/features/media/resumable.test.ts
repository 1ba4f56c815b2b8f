import { createHash } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { sweepUploads } from "./resumable.server";
import { openVideo } from "./stored-files.server";

const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: "#3a7" } })
    .png()
    .toBuffer();
const film = (bytes = 5000) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from("ftypisom"),
    Buffer.from([0, 0, 2, 0]),
    Buffer.from("isomiso2"),
    Buffer.from(Array.from({ length: bytes - 24 }, (_, n) => n % 251)),
  ]);
const base64 = (text: string) => Buffer.from(text).toString("base64");
const OTHER = { "Tus-Resumable": "1.0.0" };

/** A request of the tus protocol, as a browser sends it for an upload. */
async function tus(
  world: World,
  method: string,
  path: string,
  token: string | undefined,
  headers: Record<string, string> = {},
  body?: Uint8Array,
) {
  const answer = await world.api.request(
    path,
    {
      method,
      headers: { ...OTHER, ...(token && { Authorization: token }), ...headers },
      ...(body && { body: new Uint8Array(body) }),
    },
    { clientAddress: "203.0.113.7" },
  );
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    error: text.startsWith("{")
      ? (JSON.parse(text) as { error: { message: string; code: string; field?: string }[] }).error[0]
      : undefined,
  };
}

const begin = (world: World, token: string | undefined, kind: string, bytes: number, name = "file") =>
  tus(world, "POST", "/api/v1/file/resumable", token, {
    "Upload-Length": String(bytes),
    "Upload-Metadata": `intendedFileName ${base64(kind)},filename ${base64(name)}`,
  });
const piece = (world: World, token: string, path: string, offset: number, bytes: Uint8Array) =>
  tus(
    world,
    "PATCH",
    path,
    token,
    { "Upload-Offset": String(offset), "Content-Type": "application/offset+octet-stream" },
    bytes,
  );
const finish = (world: World, token: string, path: string) =>
  world.call("POST", `${path.replace("/api/v1", "")}/finish`, { token });

async function upload(world: World, token: string, kind: string, bytes: Uint8Array): Promise<string> {
  const creation = await begin(world, token, kind, bytes.length);
  expect(creation.status).toBe(201);
  const path = creation.headers.get("Location") ?? "";
  expect((await piece(world, token, path, 0, bytes)).status).toBe(204);
  return path;
}

onBothDatabases("a file that comes piece by piece", (world) => {
  const aMerchant = () => aUser(world, { privilege: "merchant" });
  const filesKept = () => world.services.db.selectFrom("files").select("_id").execute();
  async function unfinished(): Promise<string[]> {
    const ids = [];
    for await (const { uploadId } of world.services.uploads.list()) ids.push(uploadId);
    return ids;
  }

  test.each(["partial", "final;/a /b"])(
    "is not begun with Upload-Concat: %s, and that is told as the sender's",
    async (concat) => {
      const { token } = await aMerchant();
      const headers = {
        "Upload-Length": "10",
        "Upload-Metadata": `intendedFileName ${base64("image")}`,
        "Upload-Concat": concat,
      };
      const { status, error } = await tus(world, "POST", "/api/v1/file/resumable", token, headers);
      expect([status, error?.code]).toEqual([400, "unreadable"]);
    },
  );

  test("goes on where it was left, and is whole", async () => {
    const { token } = await aMerchant();
    const bytes = film(300_000);
    const path = (await begin(world, token, "video", bytes.length)).headers.get("Location") ?? "";
    expect(path).toMatch(/^\/api\/v1\/file\/resumable\/[0-9a-f]{24}-[0-9a-f]{32}$/);
    expect((await piece(world, token, path, 0, bytes.subarray(0, 100_000))).headers.get("Upload-Offset")).toBe(
      "100000",
    );
    expect((await finish(world, token, path)).body.error).toMatchObject([{ code: "upload_unfinished" }]);
    const place = await tus(world, "HEAD", path, token);
    expect([place.status, place.headers.get("Upload-Offset"), place.headers.get("Upload-Length")]).toEqual([
      200,
      "100000",
      "300000",
    ]);
    expect(await piece(world, token, path, 50_000, bytes.subarray(50_000))).toMatchObject({
      status: 409,
      error: { code: "upload_offset" },
    });
    expect((await piece(world, token, path, 100_000, bytes.subarray(100_000))).status).toBe(204);

    const { status, body } = await finish(world, token, path);
    expect([status, body.data]).toMatchObject([201, { mime: "video/mp4", bytes: 300_000 }]);
    const video = await openVideo(world.services, body.data._id);
    const servedBytes = Buffer.from(await new Response(video?.stream).arrayBuffer());
    expect(createHash("sha256").update(servedBytes).digest("hex")).toBe(
      createHash("sha256").update(bytes).digest("hex"),
    );
    expect((await unfinished()).filter((id) => path.endsWith(id))).toEqual([]);
  });

  test("is made once, however often its last request is repeated, at once or later", async () => {
    const { token } = await aMerchant();
    for (const [kind, bytes] of [
      ["image", await photo()],
      ["video", film()],
    ] as const) {
      const path = await upload(world, token, kind, bytes);
      const answers = await Promise.all([
        finish(world, token, path),
        finish(world, token, path),
        finish(world, token, path),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
      const later = await finish(world, token, path);
      expect(new Set([...answers, later].map(({ body }) => body.data._id)).size).toBe(1);
    }
    expect(await filesKept()).toHaveLength(2);
  });

  test("two uploads of the same picture are two files", async () => {
    const { token } = await aMerchant();
    const ids = [];
    for (let n = 0; n < 2; n += 1)
      ids.push((await finish(world, token, await upload(world, token, "image", await photo()))).body.data._id);
    expect(new Set(ids).size).toBe(2);
  });

  test("is a stranger's to nobody: others find no such upload, in no way", async () => {
    const [merchant, otherMerchant] = [await aMerchant(), await aMerchant()];
    const path = await upload(world, merchant.token, "image", await photo());
    expect((await tus(world, "HEAD", path, otherMerchant.token)).status).toBe(404);
    expect(await piece(world, otherMerchant.token, path, 0, await photo())).toMatchObject({
      status: 404,
      error: { code: "unknown_upload" },
    });
    expect((await tus(world, "DELETE", path, otherMerchant.token)).status).toBe(404);
    expect((await finish(world, otherMerchant.token, path)).status).toBe(404);
    expect((await finish(world, merchant.token, path)).status).toBe(201);
  });

  test("is told by its address alone, whatever stands behind a question mark", async () => {
    const [merchant, otherMerchant] = [await aMerchant(), await aMerchant()];
    const path = await upload(world, merchant.token, "image", await photo());
    const victim = path.split("/").at(-1) ?? "";
    for (const note of [false, true]) {
      const otherLocation = (await begin(world, otherMerchant.token, "video", 5000)).headers.get("Location") ?? "";
      const hidden = `${otherLocation}?x=/${note ? `${otherLocation.split("/").at(-1)}.json` : victim}`;
      expect((await tus(world, "HEAD", hidden, otherMerchant.token)).headers.get("Upload-Length")).toBe("5000");
      expect((await piece(world, otherMerchant.token, hidden, 0, film(1000))).headers.get("Upload-Offset")).toBe(
        "1000",
      );
      expect((await tus(world, "DELETE", hidden, otherMerchant.token)).status).toBe(204);
      expect((await tus(world, "HEAD", otherLocation, otherMerchant.token)).status).toBe(404);
      expect(await unfinished()).toEqual([victim]);
    }
    expect((await finish(world, merchant.token, path)).status).toBe(201);
  });

  test("is for merchants alone", async () => {
    const buyer = await aUser(world);
    const operator = await aUser(world, { privilege: "operator" });
    const { token } = await aMerchant();
    const path = await upload(world, token, "image", await photo());
    expect([
      (await begin(world, undefined, "image", 10)).status,
      (await begin(world, buyer.token, "image", 10)).status,
      (await begin(world, operator.token, "image", 10)).status,
    ]).toEqual([401, 403, 403]);
    for (const method of ["HEAD", "PATCH", "DELETE"]) {
      expect([
        (await tus(world, method, path, undefined)).status,
        (await tus(world, method, path, buyer.token)).status,
      ]).toEqual([401, 403]);
    }
    expect([
      (await world.call("POST", `${path.replace("/api/v1", "")}/finish`)).status,
      (await finish(world, buyer.token, path)).status,
    ]).toEqual([401, 403]);
  });

  test.each<[what: string, kind: string, bytes: number, status: number, message: string, field?: string]>([
    [
      "a picture of more than 10 MB",
      "image",
      10 * 1024 * 1024 + 1,
      413,
      "File is larger than 10485760 bytes",
      "intendedFile[]",
    ],
    [
      "a video of more than 100 MB",
      "video",
      100 * 1024 * 1024 + 1,
      413,
      "File is larger than 104857600 bytes",
      "intendedFile",
    ],
    ["an empty picture", "image", 0, 422, "File is smaller than 1 bytes", "intendedFile[]"],
    ["an empty video", "video", 0, 422, "File is smaller than 1 bytes", "intendedFile"],
    ["what is neither", "program", 10, 400, "The request could not be read."],
  ])("%s is refused before a byte has come", async (_, kind, bytes, status, message, field) => {
    const { token } = await aMerchant();
    const refusal = await begin(world, token, kind, bytes);
    expect([refusal.status, refusal.error?.message, refusal.error?.field]).toEqual([status, message, field]);
  });

  test("what a folder hides, and what does not say how long it is, is refused", async () => {
    const { token } = await aMerchant();
    expect((await begin(world, token, "image", 10, ".DS_Store")).error?.message).toBe("Choose a file first.");
    const endless = await tus(world, "POST", "/api/v1/file/resumable", token, {
      "Upload-Defer-Length": "1",
      "Upload-Metadata": `intendedFileName ${base64("video")}`,
    });
    expect([endless.status, endless.error?.code]).toEqual([400, "unreadable"]);
  });

  test("more bytes than were announced are not taken", async () => {
    const { token } = await aMerchant();
    const path = (await begin(world, token, "video", 1000)).headers.get("Location") ?? "";
    expect((await piece(world, token, path, 0, film(5000))).status).toBeGreaterThanOrEqual(400);
    expect(Number((await tus(world, "HEAD", path, token)).headers.get("Upload-Offset"))).toBeLessThanOrEqual(1000);
  });

  test.each<[what: string, kind: string, bytes: () => Promise<Buffer>, status: number, message: string]>([
    ["a video sent as a picture", "image", async () => film(), 415, "File type must be .png,.jpg,.jpeg,.webp,.avif"],
    ["a picture sent as a video", "video", photo, 415, "File type must be .mp4,.m4v,.mov,.webm"],
    [
      "a damaged picture",
      "image",
      async () => (await photo()).subarray(0, 60),
      422,
      "This picture cannot be read. It may be damaged; please choose another one.",
    ],
  ])(
    "%s is refused once it is whole, as often as it is asked, until it is taken back",
    async (_, kind, bytes, status, message) => {
      const { token } = await aMerchant();
      const path = await upload(world, token, kind, await bytes());
      for (let time = 0; time < 2; time += 1) {
        const refusal = await finish(world, token, path);
        expect([refusal.status, refusal.body.error[0].message]).toEqual([status, message]);
      }
      expect((await tus(world, "DELETE", path, token)).status).toBe(204);
      expect((await finish(world, token, path)).status).toBe(404);
      expect(await filesKept()).toEqual([]);
    },
  );

  test("is swept a day after it was begun, unless it was finished", async () => {
    const { token } = await aMerchant();
    const path = (await begin(world, token, "video", 5000)).headers.get("Location") ?? "";
    world.clock.forward(23 * 3600);
    await sweepUploads(world.services);
    expect((await tus(world, "HEAD", path, token)).status).toBe(200);
    world.clock.forward(2 * 3600);
    await sweepUploads(world.services);
    expect((await tus(world, "HEAD", path, token)).status).toBe(404);
    expect(await unfinished()).toEqual([]);
  });

  test("what is no request of the protocol is refused in the service's own words", async () => {
    const { token } = await aMerchant();
    const path = (await begin(world, token, "video", 5000)).headers.get("Location") ?? "";
    expect(
      (await tus(world, "PATCH", path, token, { "Content-Type": "application/offset+octet-stream" }, film())).error
        ?.code,
    ).toBe("unreadable");
    expect((await tus(world, "GET", path, token)).error?.code).toBe("unknown_upload");
    expect((await tus(world, "HEAD", "/api/v1/file/resumable/..%2f..%2fsecret", token)).status).toBe(404);
    expect(world.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

onBothDatabases(
  "an account that sends without end",
  (world) => {
    test("is stopped before the disk is full, and others are not", async () => {
      const { token } = await aUser(world, { privilege: "merchant" });
      const largest = world.services.config.mostVideoBytes;
      const creations = [];
      for (let n = 0; n < 101; n += 1) creations.push((await begin(world, token, "video", largest)).status);
      expect([creations.filter((status) => status === 201).length, creations.at(-1)]).toEqual([100, 429]);
      expect((await begin(world, (await aUser(world, { privilege: "merchant" })).token, "video", largest)).status).toBe(
        201,
      );
      world.clock.forward(86_400);
      await sweepUploads(world.services);
    });
  },
  { limits: true },
);
