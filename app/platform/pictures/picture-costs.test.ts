import { describe, expect, test } from "vitest";
import { longTest } from "../../../tests/fixtures/long-test";
import {
  blankPicture,
  encode,
  encoder,
  pictureFile,
  smallPicture,
  withEncoders,
} from "../../../tests/fixtures/picture-encoders";

describe("the process that encodes pictures", () => {
  withEncoders();

  longTest("ends itself over a picture that takes too much memory, and the next one is encoded", async () => {
    // The first row of an interlaced PNG needs all rows in memory: a hundred megabytes from a few kilobytes.
    const greedy = pictureFile("greedy.png", await blankPicture(5000, 5000).png({ progressive: true }).toBuffer());
    const bounded = encoder({ memoryBytes: 95 * 1024 * 1024 });
    await expect(encode(bounded, greedy)).rejects.toMatchObject({ why: "cost" });
    expect(await encode(bounded, await smallPicture())).toMatchObject({ width: 20 });
  });

  test.each([{ cpuMs: 1 }, { wallMs: 1 }])("gives a picture up that takes too long: %o", async (limits) => {
    const slow = pictureFile("slow.png", await blankPicture(3000, 3000).png().toBuffer());
    await expect(encode(encoder(limits), slow)).rejects.toMatchObject({ why: "cost" });
  });
});
