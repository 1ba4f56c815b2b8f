import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { GREP, WITHOUT_SCRIPTS } from "../e2e/without-scripts";

test.each(WITHOUT_SCRIPTS)("%s has the journey that runs without scripts: %s", (file, title) => {
  const specs = readFileSync(path.resolve(import.meta.dirname, "../e2e", file), "utf8");
  expect(specs).toContain(title);
});

test("they are found by file and title, and no others", () => {
  expect("scripts off cart.spec.ts a quantity typed into the cart counts when Checkout is pressed").toMatch(GREP);
  expect("scripts off who-may-open.spec.ts every screen under /customer").toMatch(GREP);
  expect("scripts off cart.spec.ts a visitor is told as well").not.toMatch(GREP);
});
