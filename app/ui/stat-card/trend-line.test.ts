import { describe, expect, test } from "vitest";
import { trendLine } from "./trend-line";

describe("the trend line of a figure", () => {
  test("runs from the first value at the left to the last at the right, the highest on top", () => {
    expect(trendLine([0, 5, 10])).toEqual({ line: "M0 28 60 16 120 4", area: "M0 32 L0 28 60 16 120 4 120 32z" });
  });

  test("is flat in the middle when nothing changed", () => {
    expect(trendLine([7, 7])?.line).toBe("M0 16 120 16");
  });

  test("needs two values", () => {
    expect(trendLine([3])).toBeNull();
  });
});
