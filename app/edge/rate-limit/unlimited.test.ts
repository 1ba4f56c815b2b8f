import { expect, test } from "vitest";
import { isUnlimited } from "./unlimited";

const ID = "0123456789abcdef01234567";

test("files and what watches over the server are read without a limit, and no page is, whatever its address begins with", () => {
  const freeAddresses = [`/media/${ID}`, `/media/${ID}/600.webp`, `/media/${ID}/poster.webp`, "/healthz", "/readyz"];
  expect(freeAddresses.filter((path) => !isUnlimited(path))).toEqual([]);
  const limitedAddresses = [
    "/",
    "/media/",
    "/media/a/b/c",
    `/media/${ID}/a/b`,
    `/media/${ID}/`,
    "/healthz/",
    "/readyz.data",
    "/media/%2e",
  ];
  expect(limitedAddresses.filter(isUnlimited)).toEqual([]);
});
