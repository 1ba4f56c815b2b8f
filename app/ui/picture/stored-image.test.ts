import { describe, expect, test } from "vitest";
import { sourceSet } from "./stored-image";

describe("a stored picture", () => {
  test("offers every width it was made in, smallest first", () => {
    const image = { _id: "65f", url: "/media/65f/640.webp", widths: [640, 160, 320] };
    expect(sourceSet(image, "avif")).toBe(
      "/media/65f/160.avif 160w, /media/65f/320.avif 320w, /media/65f/640.avif 640w",
    );
  });

  test("offers nothing when its widths are not known", () => {
    expect(sourceSet({ url: "/img/apple.svg" }, "webp")).toBeUndefined();
  });
});
