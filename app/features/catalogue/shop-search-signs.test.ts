import { expect, test } from "vitest";
import { aProduct } from "../../../tests/fixtures/shop";
import { list, titles } from "../../../tests/fixtures/public-list";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("in a searched text", (world) => {
  test.each([
    "%",
    "_",
    '"',
    "'",
    "\\",
    "*",
    "100%",
    "a_b",
    '"quoted"',
    "o'clock",
    "back\\slash",
    "AND",
    "NOT x",
    "(",
    "a*",
    "title:apple",
    "^",
    "--",
    "' or 1=1 --",
    "-x",
    "{a b}",
    "NEAR(",
  ])("%j is made of ordinary characters", async (q) => {
    await aProduct(world, { title: `Has ${q} in it`, categoryTitle: "Zz" });
    await aProduct(world, { title: "Plain", categoryTitle: "Zz" });
    expect(await titles(world, { q })).toEqual([`Has ${q} in it`]);
  });

  test.each([
    "\u0000",
    "a\u0000b",
    "abc\u0000def",
    "\ud800",
    "\ufffd\ufffd\ufffd",
    "\u202eabc",
    "😀😀😀",
    "a".repeat(100),
    "ﷺ".repeat(100),
    "x ".repeat(50),
  ])("%j breaks nothing", async (q) => {
    await aProduct(world);
    expect((await list(world, { q })).status).toBe(200);
    expect((await list(world, { categoryId: q })).status).toBe(200);
  });

  test("a NUL between letters parts words", async () => {
    await aProduct(world, { title: "abc def" });
    expect(await titles(world, { q: "def\u0000abc" })).toEqual(["abc def"]);
  });
});
