import countries from "country-region-data/data.json";
import { expect, test } from "vitest";
import { billing } from "./schema";
import { countriesWithLetteredPostcodes, postcodeProblem } from "./postcode";

test("postcodes with letters are taken where countries have them, with the space that belongs there", () => {
  expect(billing.parse({ zipCode: " K1A 0B1 ", countryRegion: "Canada" }).zipCode).toBe("K1A 0B1");
  expect(postcodeProblem("SW1A 1AA", "United Kingdom")).toBeNull();
  expect(postcodeProblem("LV-1010", "Latvia")).toBeNull();
});

test("elsewhere they are digits, and the sentence says of which country", () => {
  for (const [typed, country] of [
    ["05401-1234", "United States"],
    ["114 55", "Sweden"],
    ["", "Germany"],
  ] as const)
    expect(postcodeProblem(typed, country)).toBeNull();
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
  expect([...countriesWithLetteredPostcodes].filter((name) => !offered.has(name))).toEqual([]);
});
