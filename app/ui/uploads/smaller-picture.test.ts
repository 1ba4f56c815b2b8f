import { afterEach, expect, test, vi } from "vitest";
import { smallerPicture } from "./smaller-picture";

const MEGABYTE = 1024 * 1024;
const drawings: number[][] = [];

/** A browser that reads pictures of this size, and writes JPEGs of this many bytes. Null: it cannot read it. */
function aBrowser(size: { width: number; height: number } | null, bytes: number): void {
  drawings.length = 0;
  vi.stubGlobal("createImageBitmap", async () => {
    if (!size) throw new DOMException("", "InvalidStateError");
    return { ...size, close: () => undefined };
  });
  vi.stubGlobal("document", {
    createElement: () => ({
      getContext: () => ({ drawImage: (_: unknown, ...at: number[]) => void drawings.push(at) }),
      toBlob: (take: (blob: Blob) => void, type: string) => take(new Blob([new Uint8Array(bytes)], { type })),
    }),
  });
}

const file = (name: string, type: string, bytes: number) =>
  new File([new Uint8Array(bytes)], name, { type, lastModified: 1_700_000_000_000 });

afterEach(() => vi.unstubAllGlobals());

test("a photograph travels with no more pixels than anybody is shown", async () => {
  aBrowser({ width: 8064, height: 6048 }, MEGABYTE / 2);
  const picture = await smallerPicture(file("pears.jpg", "image/jpeg", 5 * MEGABYTE));
  expect([picture.name, picture.type, picture.size, picture.lastModified]).toEqual([
    "pears.jpg",
    "image/jpeg",
    MEGABYTE / 2,
    1_700_000_000_000,
  ]);
  expect(drawings).toEqual([[0, 0, 2160, 1620]]);
});

test("a HEIC picture is a JPEG where the browser can read it, and stays itself where it cannot", async () => {
  aBrowser({ width: 1000, height: 500 }, 3000);
  const picture = await smallerPicture(file("IMG_1.HEIC", "", 2000));
  expect([picture.name, picture.type]).toEqual(["IMG_1.jpg", "image/jpeg"]);
  aBrowser(null, 3000);
  const unreadable = file("IMG_1.HEIC", "image/heic", 2000);
  expect(await smallerPicture(unreadable)).toBe(unreadable);
});

test("what is small, would grow or is no photograph travels as it is", async () => {
  aBrowser({ width: 8064, height: 6048 }, 6 * MEGABYTE);
  for (const picture of [
    file("small.jpg", "image/jpeg", 1000),
    file("grows.jpg", "image/jpeg", 5 * MEGABYTE),
    file("logo.png", "image/png", 5 * MEGABYTE),
    file("a.mp4", "video/mp4", 5 * MEGABYTE),
  ])
    expect(await smallerPicture(picture)).toBe(picture);
});
