import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { longTest } from "../../../tests/fixtures/long-test";
import { aWorkbook } from "../../../tests/fixtures/workbooks";
import { processSlot } from "../process-slot";
import { workbookReader } from "../workbooks/read-workbook.server";
import {
  blankPicture,
  encode,
  encoder,
  pictureFile,
  pictureFolder,
  smallPicture,
  withEncoders,
} from "../../../tests/fixtures/picture-encoders";

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
  withEncoders();

  test("hands over each size as it is made", async () => {
    const names: string[] = [];
    const keep = async (name: string) => void names.push(name);
    expect(
      await encode(encoder(), pictureFile("wide.png", await blankPicture(400, 200).png().toBuffer()), keep),
    ).toEqual({
      width: 320,
      height: 160,
      widths: [160, 320],
    });
    expect(names).toEqual(["160.webp", "160.avif", "320.webp", "320.avif"]);
  });

  test("decodes no SVG, whoever asks for it", async () => {
    const svg = pictureFile("a.svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'));
    await expect(encode(encoder(), svg)).rejects.toMatchObject({ why: "broken" });
  });

  test("killed from outside, it is said to be out of reach, and another one is started", async () => {
    const before = children();
    const newProcesses = () => children().filter((pid) => !before.includes(pid));
    const killed = encoder();
    // Nobody writes into this pipe, so the process cannot be done before it is killed.
    const pipe = path.join(pictureFolder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const rejection = expect(encode(killed, pipe)).rejects.toThrow("has ended: SIGKILL");
    await expect.poll(newProcesses).toHaveLength(1);
    for (const pid of newProcesses()) process.kill(pid, "SIGKILL");
    await rejection;
    expect(await encode(killed, await smallPicture())).toMatchObject({ width: 20 });
  });

  test("a store that fails is told, and does not stop the next picture", async () => {
    const one = encoder();
    await expect(encode(one, await smallPicture(), () => Promise.reject(new Error("no room")))).rejects.toThrow(
      "no room",
    );
    expect(await encode(one, await smallPicture())).toMatchObject({ width: 20 });
  });

  test("knows nothing of the environment, and is ended when nobody needs it", async () => {
    vi.stubEnv("APP_SECRET", "nobody may see this");
    const before = children();
    const one = encoder({ idleMs: 500 });
    let environment: string | null = null;
    // Read while the process works.
    await encode(one, await smallPicture(), async () => {
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
    const picture = await smallPicture();
    for (let n = 0; n < 12; n += 1) await encode(one, picture);
    expect(children().filter((pid) => !before.includes(pid))).toHaveLength(1);
  });

  longTest("takes turns with the one that reads workbooks, where they share a slot", async () => {
    const before = children();
    const slot = processSlot();
    const [one, reader, picture] = [encoder({}, slot), workbookReader({}, slot), await smallPicture()];
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
