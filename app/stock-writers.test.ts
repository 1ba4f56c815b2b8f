import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const APP = import.meta.dirname;

test("stock is written at known places alone, and each writes down why", () => {
  const writers = readdirSync(APP, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^demo\/|\/migrations\//.test(file))
    .filter((file) => /\.(insertInto|updateTable)\("variants"\)/.test(readFileSync(path.join(APP, file), "utf8")));
  expect(writers.toSorted()).toEqual([
    "features/products/plan-sizes.server.ts",
    "features/products/stock.server.ts",
    "features/products/write-many.server.ts",
  ]);
  // Statements for one and for many products are built in one file, and run together with their history in another.
  const notes = writers.map((file) => file.replace("write-many", "plan-changes").replace("plan-sizes", "save-product"));
  for (const file of notes)
    expect([file, readFileSync(path.join(APP, file), "utf8").includes("await noteStock(")]).toEqual([file, true]);
});
