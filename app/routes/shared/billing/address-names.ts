/** The names of an address's fields that differ from country to country. */
export interface AddressNames {
  states: string;
  zipCode: string;
}

const USUAL: AddressNames = { states: "Region", zipCode: "Postal code" };
const AMERICAN: AddressNames = { states: "States", zipCode: "Zip code" };
const PROVINCE = { states: "Province" };
const STATE = { states: "States" };
const POSTCODE = { zipCode: "Postcode" };

/** As posts and people of the countries call them. Source: CLDR and the Universal Postal Union's addressing sheets. */
const NAMES: Record<string, Partial<AddressNames>> = {
  "United States": AMERICAN,
  "Puerto Rico": AMERICAN,
  Philippines: { ...PROVINCE, zipCode: "Zip code" },
  Canada: PROVINCE,
  China: PROVINCE,
  Belgium: PROVINCE,
  Italy: PROVINCE,
  Spain: PROVINCE,
  Netherlands: { ...PROVINCE, ...POSTCODE },
  "South Africa": PROVINCE,
  Australia: { ...STATE, ...POSTCODE },
  Austria: { ...STATE, ...POSTCODE },
  Brazil: STATE,
  Germany: { ...STATE, ...POSTCODE },
  India: { ...STATE, zipCode: "PIN code" },
  Malaysia: { ...STATE, ...POSTCODE },
  Mexico: STATE,
  Nigeria: STATE,
  Switzerland: { states: "Canton", ...POSTCODE },
  Japan: { states: "Prefecture" },
  Ireland: { states: "County", zipCode: "Eircode" },
  "United Kingdom": POSTCODE,
  "New Zealand": POSTCODE,
  Denmark: POSTCODE,
  Norway: POSTCODE,
  Sweden: POSTCODE,
};

/** The names for a country; before one is chosen, those of the market's own. */
export const addressNames = (country: string): AddressNames =>
  country === "" ? AMERICAN : { ...USUAL, ...NAMES[country] };
