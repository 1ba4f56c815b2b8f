import { addressFormat, neededOfPlace } from "~/features/accounts/address-format-schema";
import type { CountryAnswer } from "~/ui/regions/contract";
import { regionsOf } from "./countries.server";

/** The regions of a country, and the names and the order of its address fields, for forms that follow the country. */
export function countryAnswer(country: string): CountryAnswer {
  const format = addressFormat(country);
  return { regions: regionsOf(country), names: format.names, order: format.order, needed: neededOfPlace(format) };
}
