import countries from "country-region-data/data.json";
import { expect, test } from "vitest";
import { billing } from "./schema";
import { countriesWithLetteredPostcodes, countriesWithPrefixes, postcodeProblem } from "./postcode";

test("postcodes with letters are taken where countries have them, with the space that belongs there", () => {
  expect(billing.parse({ zipCode: " K1A 0B1 ", countryRegion: "Canada" }).zipCode).toBe("K1A 0B1");
  expect(postcodeProblem("SW1A 1AA", "United Kingdom")).toBeNull();
  expect(postcodeProblem("LV-1010", "Latvia")).toBeNull();
});

test("elsewhere they are digits, and the sentence says of which country", () => {
  for (const [text, country] of [
    ["05401-1234", "United States"],
    ["114 55", "Sweden"],
    ["", "Germany"],
  ] as const)
    expect(postcodeProblem(text, country)).toBeNull();
  expect(postcodeProblem("O5401", "United States")).toBe("Zip code can only have digits in United States.");
  expect(billing.safeParse({ zipCode: "K1A 0B1" }).error?.issues).toMatchObject([
    {
      path: ["zipCode"],
      message: "Zip code can only have digits. If yours has letters, please choose the country first.",
    },
  ]);
  expect(postcodeProblem("<b>", "Canada")).toMatch(/letters, digits, spaces, and dashes/);
});

test("every country that is named for its letters can be chosen in the form", () => {
  const offered = new Set(countries.map((country) => country.countryName));
  const names = [...countriesWithLetteredPostcodes, ...countriesWithPrefixes];
  expect(names.filter((name) => !offered.has(name))).toEqual([]);
});

test.each([
  ["Netherlands", "1234\u00a0AB", "1234 AB"],
  ["United Kingdom", "SW1A\u00a01AA", "SW1A 1AA"],
  ["Greece", "105\u00a057", "105 57"],
  ["Brazil", "01310\u2011100", "01310-100"],
  ["Poland", "00\u2013950", "00-950"],
  ["Japan", "100\u22120001", "100-0001"],
  ["Germany", "80331\u200b", "80331"],
  ["Palestine", "P1234567", "P1234567"],
  ["Haiti", "HT6120", "HT6120"],
  ["Samoa", "WS1384", "WS1384"],
  ["Saint Kitts and Nevis", "KN0101", "KN0101"],
  ["Nauru", "NRU68", "NRU68"],
  ["Germany", "D-80331", "D-80331"],
  ["Sweden", "SE-114 55", "SE-114 55"],
  ["Germany", "D80331", "D80331"],
  ["Germany", "D 80331", "D 80331"],
  ["Germany", "de80331", "de80331"],
  ["Austria", "A1010", "A1010"],
  ["Switzerland", "CH8001", "CH8001"],
  ["Switzerland", "CH 8001", "CH 8001"],
  ["Luxembourg", "L1234", "L1234"],
  ["Luxembourg", "L 1234", "L 1234"],
  ["Finland", "FI00100", "FI00100"],
])("in %s the postcode %j is %j", (countryRegion, zipCode, postcode) => {
  expect(billing.parse({ zipCode, countryRegion }).zipCode).toBe(postcode);
});

test("letters of another country before a postcode are refused", () => {
  expect(postcodeProblem("F-80331", "Germany")).toBe("Postcode can only have digits in Germany.");
  for (const text of ["F80331", "F 80331", "DF80331", "80331D", "D D80331", "D80331x"])
    expect([text, postcodeProblem(text, "Germany")]).toEqual([text, "Postcode can only have digits in Germany."]);
  expect(postcodeProblem("D80331", "United States")).not.toBeNull();
});
