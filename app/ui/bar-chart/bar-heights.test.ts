import { expect, test } from "vitest";
import { barHeights, roundTop } from "./bar-heights";

test("the scale ends at a round figure", () => {
  expect([0, 0.7, 1, 18, 21, 43, 99.5, 260, 1174].map(roundTop)).toEqual([1, 0.8, 1, 20, 30, 50, 100, 300, 1500]);
});

test("bars are as tall as their share of the scale", () => {
  expect(barHeights([0, 5, 18])).toEqual({ top: 20, heights: [0, 25, 90] });
  expect(barHeights([])).toEqual({ top: 1, heights: [] });
});
