import { expect, test } from "vitest";
import { areaOf, areaSentence, reaches } from "./areas";

const answer = (area: string, zipCode: string, city = "") => reaches(areaOf(area), { zipCode, city });

test.each([
  ["United States", "05401", "05401", "05402"],
  ["United States, ZIP+4", "05401", "05401-1234", "05402-1234"],
  ["United Kingdom", "SW1A*", "sw1a 1aa", "SW1 1AA"],
  ["United Kingdom, outward code", "SW1A", "SW1A1AA", "SW1AB 1AA"],
  ["Ireland", "D02*", "d02 af30", "D03 AF30"],
  ["Canada", "K1A", "K1A 0B1", "K1B 0B1"],
  ["Netherlands", "1012", "1012 AB", "1013AB"],
  ["Germany", "10115-10119", "10117", "10120"],
  ["Germany, with its letter", "10115-10119", "D-10117", "D 10120"],
  ["Germany, with its letter", "80331", "D80331", "D80332"],
  ["Switzerland, with its letters", "80*", "CH 8001", "CH 9001"],
  ["France", "75*", "75011", "92100"],
  ["Portugal", "1000-205", "1000-205", "1000-206"],
  ["Poland", "00-950", "00-950", "00-951"],
  ["Sweden", "114 55", "11455", "11456"],
  ["Japan", "100-0001", "100-0001", "100-0002"],
  ["Brazil", "01310-100", "01310100", "01310-101"],
  ["India", "110001-110010", "110 005", "110011"],
  ["Argentina", "C1420*", "c1420abc", "C1421ABC"],
  ["Malta", "VLT 1117", "vlt1117", "VLT1118"],
])("%s: %s reaches %s and not %s", (_country, area, inside, outside) => {
  expect([answer(area, inside), answer(area, outside)]).toEqual(["yes", "no"]);
});

test("a range is as wide as it says, whatever dash it is written with", () => {
  for (const area of ["05401-05408", "05401 – 05408", "05401—05408"])
    expect(["05400", "05401", "05408", "05409"].map((code) => answer(area, code))).toEqual(["no", "yes", "yes", "no"]);
});

test("towns go by name; a postcode that is missing is asked for, unless the area has none", () => {
  expect(answer("Burlington, Winooski", "", "winooski ")).toBe("yes");
  expect(answer("Burlington", "", "Essex")).toBe("no");
  expect(answer("05401\nBurlington", "", "Essex")).toBe("unknown");
});

test.each([
  ["", "Say which postcodes or towns it goes to."],
  ["05408-05401", "“05408-05401” ends before it begins."],
  ["05401, *", "“*” has no beginning."],
  [
    Array.from({ length: 501 }, (_, index) => String(10_000 + index)).join(","),
    "An area can have at most 500 postcodes and towns.",
  ],
])("an area of %s is refused", (area, sentence) => {
  expect(areaSentence(area)).toBe(sentence);
});

test("an area that can be used has no sentence", () => {
  expect(areaSentence("05401-05408, SW1A*, Burlington")).toBeNull();
});
