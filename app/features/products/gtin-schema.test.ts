import { expect, test } from "vitest";
import { barcodeSpellings, gtinLength } from "./gtin-schema";

test.each([
  ["96385074", 8],
  ["036000291452", 12],
  ["4006381333931", 13],
  ["10614141000415", 14],
])("%s is a GTIN of %i digits", (barcode, length) => {
  expect(gtinLength(barcode)).toBe(length);
});

test.each([
  ["a wrong check digit", "4006381333932"],
  ["two digits in each other's place", "4006381339331"],
  ["nine digits", "963850749"],
  ["nothing but zeros", "0000000000000"],
  ["a shop's own number", "2900000000001"],
  ["a shop's own number of twelve digits", "212345678909"],
  ["letters", "40063813339A1"],
  ["no digits", ""],
])("%s is none", (_, barcode) => {
  expect(gtinLength(barcode)).toBeNull();
});

test("a barcode is found however many zeros stand in front of it", () => {
  expect(barcodeSpellings("036000291452")).toEqual(["036000291452", "36000291452", "0036000291452", "00036000291452"]);
  expect(barcodeSpellings("0036000291452")).toContain("036000291452");
  expect(barcodeSpellings("JAM-250")).toEqual(["JAM-250"]);
});
