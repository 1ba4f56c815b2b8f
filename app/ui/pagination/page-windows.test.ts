import { describe, expect, test } from "vitest";
import { pageWindows } from "./page-windows";

describe("the numbers that the pagination of a list shows", () => {
  test("up to seven pages are all there", () => {
    expect(pageWindows(3, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(pageWindows(1, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test("near the start, the end is one jump away", () => {
    expect(pageWindows(2, 20)).toEqual([1, 2, 3, 4, 5, null, 20]);
  });

  test("in the middle, the current page stands between its neighbours", () => {
    expect(pageWindows(10, 20)).toEqual([1, null, 9, 10, 11, null, 20]);
  });

  test("near the end, the start is one jump away", () => {
    expect(pageWindows(18, 20)).toEqual([1, null, 16, 17, 18, 19, 20]);
  });

  test("there are never more than seven places", () => {
    for (let page = 1; page <= 40; page++) expect(pageWindows(page, 40)).toHaveLength(7);
  });

  test("no pages make no places", () => {
    expect(pageWindows(1, 0)).toEqual([]);
  });
});
