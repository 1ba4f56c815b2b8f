import { expect, test } from "vitest";
import { csvStream } from "./spreadsheet.server";

const linesOf = async (...cells: string[]) =>
  (await new Response(csvStream(["Cell"], [cells.map((cell) => [cell])])).text()).split("\r\n").slice(1, -1);

test("phones and sums below zero are written as they are, and formulas are made harmless", async () => {
  const plain = ["+18025550100", "+1 802 555 0100", "+15550100199 ext. 12", "-3.50", "12"];
  expect(await linesOf(...plain)).toEqual(plain);
  const formulas = ["=1+1", "+1-802", "+1+2", "+A1", "-2+3", "@sum", "+1 802 x"];
  expect(await linesOf(...formulas)).toEqual(formulas.map((cell) => `'${cell}`));
});
