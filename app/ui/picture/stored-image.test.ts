import { describe, expect, test } from "vitest";
import { sourceSet, variantFor } from "./stored-image";

const image = { _id: "65f", url: "/media/65f/640.webp", widths: [640, 160, 320] };

describe("a stored picture", () => {
  test("offers every width it was made in, smallest first", () => {
    expect(sourceSet(image, "avif")).toBe(
      "/media/65f/160.avif 160w, /media/65f/320.avif 320w, /media/65f/640.avif 640w",
    );
  });

  test("offers only the widths that a place has use for, and its widest where it has none of them", () => {
    expect(sourceSet(image, "avif", (width) => width >= 320)).toBe(
      "/media/65f/320.avif 320w, /media/65f/640.avif 640w",
    );
    expect(sourceSet({ ...image, widths: [160, 200] }, "webp", (width) => width >= 320)).toBe(
      "/media/65f/200.webp 200w",
    );
  });

  test("offers nothing when its widths are not known", () => {
    expect(sourceSet({ url: "/img/apple.svg" }, "webp")).toBeUndefined();
  });

  test("gives a small place the one variant that is sharp there", () => {
    expect(variantFor(image, 28, "avif")).toBe("/media/65f/160.avif");
    expect(variantFor(image, 104, "webp")).toBe("/media/65f/320.webp");
    expect(variantFor({ ...image, widths: [160, 200] }, 160, "webp")).toBe("/media/65f/200.webp");
    expect(variantFor({ url: "/img/apple.svg" }, 28, "avif")).toBe("/img/apple.svg");
  });
});
