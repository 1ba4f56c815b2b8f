/* The fields of an address and app/browser/regions.ts share these names. */

/** On the list of countries: the id of the list of its regions. */
export const REGIONS_IN = "data-regions-in";

/** On the list of countries: the ids of the fields of the postcode and the city, whose labels differ by country. */
export const POSTCODE_OF = "data-postcode";
export const CITY_OF = "data-city";

/** On the list of regions: the country whose regions it has. */
export const REGIONS_OF = "data-regions-of";

/** On the frame of the list of countries, once regions could not be loaded: the button that asks for them is shown. */
export const FAILED = "data-failed";

/** The first choice of the list of regions. */
export const FIRST_CHOICE = {
  some: "Choose a state",
  none: "No states to choose from",
  loading: "Loading...",
} as const;

/** The address that returns the regions of a country, and how the country writes addresses: `CountryAnswer`. */
export const REGIONS_ADDRESS = "/regions";

/** The answer of that address. */
export interface CountryAnswer {
  regions: string[];
  names: { city: string; states: string; zipCode: string };
  /** The order of those fields. */
  order: ("city" | "states" | "zipCode")[];
  /** The sentence under the city: which of city and postcode is needed. */
  needed: string;
}
