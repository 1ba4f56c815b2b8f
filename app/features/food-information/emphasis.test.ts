import { expect, test } from "vitest";
import { emphasisedAllergens, piecesOf, plainIngredients } from "./emphasis";

test.each([
  ["Whole *milk*, salt", ["Whole ", "!milk", ", salt"]],
  ["*Oats*", ["!Oats"]],
  ["2 * 3 = 6", ["2 * 3 = 6"]],
  ["**", ["**"]],
  ["a *b", ["a *b"]],
  ["*a\nb*", ["*a\nb*"]],
  ["", []],
])("%j has the pieces %j", (text, pieces) => {
  expect(piecesOf(text).map((piece) => (piece.isEmphasised ? `!${piece.text}` : piece.text))).toEqual(pieces);
});

test("without its marks it reads as it was meant", () => {
  expect(plainIngredients("Whole *milk*, *wheat* flour")).toBe("Whole milk, wheat flour");
});

test.each([
  ["*Eggs*, sugar", [["eggs"]]],
  ["Eggs, sugar", []],
  ["*wheat flour*", [["gluten", "wheat"]]],
  ["*peanuts*", [["peanuts"]]],
  ["*coconut*", []],
  ["*BUTTERMILK*, *Almonds*", [["milk"], ["nuts"]]],
])("in %j the emphasised allergens are %j", (text, allergens) => {
  expect(emphasisedAllergens(text).map((one) => [...one.allergens].sort())).toEqual(allergens);
});
