import countries from "country-region-data/data.json";
import { expect, test } from "vitest";
import { addressFormat, countriesWithFormats, neededOfPlace } from "./address-format-schema";

test("the fields of an address are called and ordered as the country does", () => {
  const inOrder = (country: string) => {
    const { names, order } = addressFormat(country);
    return order.map((part) => names[part]);
  };
  expect(inOrder("United States")).toEqual(["City", "State", "Zip code"]);
  expect(inOrder("")).toEqual(inOrder("United States"));
  expect(inOrder("Canada")).toEqual(["City", "Province", "Postal code"]);
  expect(inOrder("Germany")).toEqual(["Postcode", "City", "State"]);
  expect(inOrder("Japan")).toEqual(["Postal code", "Prefecture", "City"]);
  expect(inOrder("Ireland")).toEqual(["Town or city", "County", "Eircode"]);
  expect(inOrder("United Kingdom")).toEqual(["Town or city", "County or region", "Postcode"]);
});

test("a label says what is needed: either of city and postcode, the city alone where there are no postcodes", () => {
  expect(neededOfPlace(addressFormat("United States"))).toBe("City or zip code is needed.");
  expect(neededOfPlace(addressFormat("India"))).toBe("City or PIN code is needed.");
  expect(neededOfPlace(addressFormat("Hong Kong"))).toBe("City is needed.");
  expect(addressFormat("Hong Kong").names.zipCode).toBe("Postal code, if any");
});

test("every country that is named for its addresses can be chosen in the forms", () => {
  const offered = new Set(countries.map((country) => country.countryName));
  expect(countriesWithFormats.filter((country) => !offered.has(country))).toEqual([]);
});
