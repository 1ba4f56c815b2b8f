import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const APP = import.meta.dirname;

test("stock is written at known places alone, and each writes down why", () => {
  const writers = readdirSync(APP, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^demo\/|\/migrations\//.test(file))
    .filter((file) => {
      const source = readFileSync(path.join(APP, file), "utf8");
      const statements = source
        .split(/(?=\.(?:insertInto|updateTable)\()/)
        .slice(1)
        .map((statement) => statement.split(/\.(?:execute|compile)/)[0] ?? "");
      return (
        statements.some((one) => /^\.\w+\("products"\)/.test(one) && /\bquantity\b/.test(one)) ||
        /update "products"[^`]*"quantity"/i.test(source) ||
        // By the list of what a spreadsheet writes.
        /\bquantity: "written"/.test(source)
      );
    });
  // The import's statements are put together in one file and carried out, with their history, in the other.
  const notes = writers.map((file) => file.replace("import-queries", "plan-import"));
  expect(writers.toSorted()).toEqual([
    "features/products/import-queries.server.ts",
    "features/products/save-product.server.ts",
    "features/products/stock.server.ts",
  ]);
  for (const file of notes)
    expect([file, readFileSync(path.join(APP, file), "utf8").includes("await noteStock(")]).toEqual([file, true]);
});
