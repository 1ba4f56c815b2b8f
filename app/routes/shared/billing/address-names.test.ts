import { expect, test } from "vitest";
import { addressNames } from "./address-names";
import { countryNames } from "./countries.server";

test("the fields of an address are called as the country calls them", () => {
  expect(addressNames("United States")).toEqual({ states: "States", zipCode: "Zip code" });
  expect(addressNames("Canada")).toEqual({ states: "Province", zipCode: "Postal code" });
  expect(addressNames("United Kingdom")).toEqual({ states: "Region", zipCode: "Postcode" });
  expect(addressNames("")).toEqual(addressNames("United States"));
  for (const country of countryNames())
    for (const name of Object.values(addressNames(country))) expect(name).toMatch(/^[A-Z]/);
});
