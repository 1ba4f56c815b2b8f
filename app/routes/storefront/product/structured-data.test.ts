import { expect, test } from "vitest";
import { structuredBarcode } from "./structured-data";

test.each([
  ["96385074", { gtin8: "96385074" }],
  ["036000291452", { gtin12: "036000291452" }],
  ["4006381333931", { gtin13: "4006381333931" }],
  ["10614141000415", { gtin14: "10614141000415" }],
])("the barcode %s is told by the length that it has", (barcode, told) => {
  expect(structuredBarcode(barcode)).toEqual(told);
});

test("a barcode with a wrong check digit, and one of a stall's own making, is not told", () => {
  expect([structuredBarcode("4006381333932"), structuredBarcode("2900000000001"), structuredBarcode("JAM")]).toEqual([
    {},
    {},
    {},
  ]);
});
