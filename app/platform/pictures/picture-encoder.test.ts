import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { longTest } from "../../../tests/fixtures/long-test";
import { aWorkbook } from "../../../tests/fixtures/workbooks";
import { processSlot, type ProcessSlot } from "../process-slot";
import { workbookReader } from "../workbooks/read-workbook.server";
import { ENCODER_LIMITS, pictureEncoder, type EncoderLimits, type PictureEncoder } from "./picture-encoder.server";

const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-pictures-"));
const encoders: PictureEncoder[] = [];

function encoder(limits: Partial<EncoderLimits> = {}, slot?: ProcessSlot): PictureEncoder {
  const one = pictureEncoder({ ...ENCODER_LIMITS, ...limits }, slot);
  encoders.push(one);
  return one;
}

const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 4, background: "#3a7f" } });

function file(name: string, bytes: Buffer): string {
  const place = path.join(folder, name);
  writeFileSync(place, bytes);
  return place;
}

const small = async () => file("small.png", await blank(20, 20).png().toBuffer());

function encode(from: PictureEncoder, picture: string, keep: (name: string) => Promise<void> = async () => undefined) {
  return from.encode("a", { file: picture, square: false, widths: [160, 320], tallest: 500 }, keep);
}

/** The processes that this one has started. */
function children(): number[] {
  const ofThread = (task: string) => {
    try {
      return readFileSync(`/proc/self/task/${task}/children`, "utf8");
    } catch {
      // It has ended meanwhile.
      return "";
    }
  };
  return readdirSync("/proc/self/task")
    .flatMap((task) => ofThread(task).split(" "))
    .filter(Boolean)
    .map(Number);
}

describe("the process that encodes pictures", () => {
  afterEach(() => {
    for (const one of encoders.splice(0)) one.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("hands over each size as it is made", async () => {
    const names: string[] = [];
    const keep = async (name: string) => void names.push(name);
    expect(await encode(encoder(), file("wide.png", await blank(400, 200).png().toBuffer()), keep)).toEqual({
      width: 320,
      height: 160,
      widths: [160, 320],
    });
    expect(names).toEqual(["160.webp", "160.avif", "320.webp", "320.avif"]);
  });

  test("ends itself over a picture that takes too much memory, and the next one is encoded", async () => {
    // The first row of an interlaced PNG needs all rows in memory: a hundred megabytes from a few kilobytes.
    const greedy = file("greedy.png", await blank(5000, 5000).png({ progressive: true }).toBuffer());
    const bounded = encoder({ memoryBytes: 95 * 1024 * 1024 });
    await expect(encode(bounded, greedy)).rejects.toMatchObject({ why: "cost" });
    expect(await encode(bounded, await small())).toMatchObject({ width: 20 });
  });

  test.each([{ cpuMs: 1 }, { wallMs: 1 }])("gives a picture up that takes too long: %o", async (limits) => {
    const slow = file("slow.png", await blank(3000, 3000).png().toBuffer());
    await expect(encode(encoder(limits), slow)).rejects.toMatchObject({ why: "cost" });
  });

  test("decodes no SVG, whoever asks for it", async () => {
    const svg = file("a.svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'));
    await expect(encode(encoder(), svg)).rejects.toMatchObject({ why: "broken" });
  });

  test("killed from outside, it is said to be out of reach, and another one is started", async () => {
    const before = children();
    const newProcesses = () => children().filter((pid) => !before.includes(pid));
    const killed = encoder();
    // Nobody writes into this pipe, so the process cannot be done before it is killed.
    const pipe = path.join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const rejection = expect(encode(killed, pipe)).rejects.toThrow("has ended: SIGKILL");
    await expect.poll(newProcesses).toHaveLength(1);
    for (const pid of newProcesses()) process.kill(pid, "SIGKILL");
    await rejection;
    expect(await encode(killed, await small())).toMatchObject({ width: 20 });
  });

  test("a store that fails is told, and does not stop the next picture", async () => {
    const one = encoder();
    await expect(encode(one, await small(), () => Promise.reject(new Error("no room")))).rejects.toThrow("no room");
    expect(await encode(one, await small())).toMatchObject({ width: 20 });
  });

  test("knows nothing of the environment, and is ended when nobody needs it", async () => {
    vi.stubEnv("APP_SECRET", "nobody may see this");
    const before = children();
    const one = encoder({ idleMs: 500 });
    let environment: string | null = null;
    // Read while the process works.
    await encode(one, await small(), async () => {
      environment = readFileSync(`/proc/${children().find((pid) => !before.includes(pid))}/environ`, "utf8");
    });
    vi.unstubAllEnvs();
    expect(environment).toContain("NODE_ENV=test");
    expect(environment).not.toContain("APP_SECRET");
    await expect.poll(() => children().filter((pid) => !before.includes(pid))).toEqual([]);
  });

  test("one after the other, the same process encodes them", async () => {
    const before = children();
    const one = encoder();
    const picture = await small();
    for (let n = 0; n < 12; n += 1) await encode(one, picture);
    expect(children().filter((pid) => !before.includes(pid))).toHaveLength(1);
  });

  longTest("takes turns with the one that reads workbooks, where they share a slot", async () => {
    const before = children();
    const slot = processSlot();
    const [one, reader, picture] = [encoder({}, slot), workbookReader({}, slot), await small()];
    const bytes = await aWorkbook([["SKU"], ["A"]]);
    let peak = 0;
    const looking = setInterval(() => {
      peak = Math.max(peak, children().filter((pid) => !before.includes(pid)).length);
    }, 2);
    const all = [encode(one, picture), reader.asCsv("a", bytes), encode(one, picture), reader.asCsv("b", bytes)];
    expect(await Promise.all(all)).toMatchObject([{ width: 20 }, "SKU\nA\n", { width: 20 }, "SKU\nA\n"]);
    clearInterval(looking);
    expect(peak).toBe(1);
  });
});
