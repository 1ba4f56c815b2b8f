import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { ALLOCATOR } from "../../scripts/allocator.mjs";
import { isSample } from "../../scripts/gate/sample.mjs";
import { pngBomb } from "../fixtures/png-bomb";
import { DEMO_PASSWORD, expect, test } from "./shop";

/* Harmful files, sent to a separate server whose memory is watched meanwhile. */

const MOST_MEMORY = 400 * 1024 * 1024;
let folder: string;
let server: ChildProcess;
let api = "";
let token = "";
/** The output of the server: its address, and errors. */
let output = "";
let maximum = 0;
let watch: NodeJS.Timeout;

const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) * 1024;

/** Starts the built server with the settings of `npm start` and the image, and returns its address once it listens. */
async function start(): Promise<string> {
  server = spawn(process.execPath, ["build/server.js"], {
    env: {
      ...process.env,
      ...ALLOCATOR,
      NODE_ENV: "production",
      DEMO: "1",
      PORT: "0",
      DATA_DIR: folder,
      LIMITS: "off",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  output = "";
  server.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  await expect.poll(() => /http:\/\/localhost:\d+/.test(output)).toBe(true);
  return /http:\/\/localhost:\d+/.exec(output)?.[0] ?? "";
}

async function stop(): Promise<void> {
  const exited = once(server, "exit");
  server.kill("SIGTERM");
  await exited;
}

type Named = [name: string, bytes: Uint8Array];

interface Post {
  type: string;
  body: Blob;
}

/** A post's body, made once and sent any number of times. */
async function postOf(kind: "image" | "video", files: Named[]): Promise<Post> {
  const form = new FormData();
  form.set("intendedFileName", kind);
  for (const [name, bytes] of files)
    form.append(kind === "image" ? "intendedFile[]" : "intendedFile", new File([new Uint8Array(bytes)], name));
  const whole = new Response(form);
  return { type: whole.headers.get("Content-Type") ?? "", body: await whole.blob() };
}

async function post({ type, body }: Post): Promise<[status: number, message: string | undefined]> {
  const answer = await fetch(`${api}/file`, {
    method: "POST",
    headers: { Authorization: token, "Content-Type": type },
    body,
  });
  return [answer.status, ((await answer.json()) as { error?: { message: string }[] }).error?.[0]?.message];
}

const send = async (kind: "image" | "video", files: Named[]) => post(await postOf(kind, files));

const photo = async (width: number, height: number) => {
  const noise = Buffer.from(
    Uint32Array.from({ length: (width * height * 3) / 4 }, (_, n) => Math.imul(n, 2_654_435_761)).buffer,
  );
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 50 })
    .toBuffer();
};

const MOVIE = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from("ftypisom"),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from("isomiso2"),
  Buffer.alloc(100_000, 7),
]);
const TYPES = "File type must be .png,.jpg,.jpeg,.webp,.avif";
const BROKEN = "This picture cannot be read. It may be damaged; please choose another one.";
const PIXELS = "This picture has more than 50 million pixels. Please choose a smaller one.";

test.describe("hostile files", () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled !== false, "no browser takes part; once is enough");
  test.describe.configure({ mode: "serial" });

  test.beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "fieldstall-hostile-"));
    api = `${await start()}/api/v1`;
    const login = await fetch(`${api}/user/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: "merchant@example.com", password: DEMO_PASSWORD }),
    });
    token = ((await login.json()) as { token: string }).token;
    watch = setInterval(() => {
      maximum = Math.max(maximum, memory());
    }, 50);
  });

  test.afterAll(async () => {
    clearInterval(watch);
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("each is refused or mended, in the catalogue's words", async () => {
    const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#3a7" } })
      .png()
      .toBuffer();
    const whole = await photo(1200, 900);
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    );
    expect(await send("image", [["corn.jpg", png]])).toEqual([201, undefined]);
    expect(await send("image", [["corn.svg", svg]])).toEqual([415, TYPES]);
    expect(await send("image", [["corn.png", svg]])).toEqual([415, TYPES]);
    expect(await send("image", [["corn.png", pngBomb(30_000, 30_000, 20_000_000)]])).toEqual([413, PIXELS]);
    expect(await send("image", [["corn.jpg", whole.subarray(0, whole.length / 2)]])).toEqual([422, BROKEN]);
    expect(await send("image", [["corn.png", MOVIE]])).toEqual([415, TYPES]);
    expect(await send("video", [["corn.mp4", png]])).toEqual([415, "File type must be .mp4,.m4v,.mov,.webm"]);
    expect(await send("image", [["corn.png", Buffer.alloc(0)]])).toEqual([422, "File is smaller than 1 bytes"]);
    // A post may have no more files than a product.
    expect(
      await send(
        "image",
        Array.from({ length: 200 }, (_, n): Named => [`${n}.png`, png]),
      ),
    ).toEqual([422, "Too many files"]);
    // The unread rest of that post does not block the next one.
    expect(await send("image", [["corn.png", png]])).toEqual([201, undefined]);
  });

  // A sample sends as many at the same time as a whole run, but fewer times.
  const EACH = isSample ? 2 : 10;
  test(`${20 * EACH} from twenty senders at once are all answered, and the process stays small`, async () => {
    const large = await photo(3000, 2000);
    const [good, half, packed] = await Promise.all([
      postOf("image", [["corn.jpg", large]]),
      postOf("image", [["corn.jpg", large.subarray(0, large.length / 2)]]),
      postOf("image", [["corn.png", pngBomb(30_000, 30_000, 20_000_000)]]),
    ]);
    const answers: Awaited<ReturnType<typeof post>>[] = [];
    await Promise.all(
      Array.from({ length: 20 }, async (_, sender) => {
        for (let n = 0; n < EACH; n += 1)
          answers.push(await post(sender === 0 ? good : sender % 2 === 0 ? half : packed));
      }),
    );
    expect(output).not.toContain('"level":50');
    const counts = Object.fromEntries(
      [201, 413, 422].map((status) => [status, answers.filter(([code]) => code === status).length]),
    );
    expect(counts).toEqual({ 201: EACH, 413: 10 * EACH, 422: 9 * EACH });
    expect((await fetch(`${api}/category`)).status).toBe(200);
    console.log(
      `Hostile files: ${large.length} bytes each, the process had ${Math.round(maximum / 1024 / 1024)} MB at most.`,
    );
    expect(maximum / 1024 / 1024).toBeLessThan(MOST_MEMORY / 1024 / 1024);
  });
});
