import { expect, test } from "vitest";
import { checkoutAtBilling } from "./schema";

const billing = {
  firstName: "Wanda",
  lastName: "Walker",
  streetAddress: "12 Orchard Row",
  countryRegion: "United States",
  city: "Burlington",
};

test("an address to ship to that is hidden may come or not, and nothing of it is looked at", () => {
  expect(checkoutAtBilling.safeParse({ billing }).success).toBe(true);
  expect(checkoutAtBilling.safeParse({ billing, shipping: { zipCode: "?", telephone: "call me" } }).success).toBe(true);
});

test("where a country has no postcodes, a city is needed in its place", () => {
  const place = { ...billing, countryRegion: "Hong Kong", city: "", zipCode: "05401" };
  expect(checkoutAtBilling.safeParse({ billing: place }).error?.issues).toMatchObject([
    { path: ["billing", "city"], message: "City is required" },
  ]);
});
