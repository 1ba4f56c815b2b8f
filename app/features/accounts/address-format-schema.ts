/*
 * How countries write addresses, by their names in the forms' list of countries. Sources: the addressing sheets of the
 * Universal Postal Union, and CLDR. Decision 116 says why this is no package.
 */

/** The fields whose names, order and necessity differ between countries. */
export type AddressPart = "city" | "states" | "zipCode";

export interface AddressFormat {
  /** The labels of the fields. */
  names: Record<AddressPart, string>;
  order: AddressPart[];
  /** Without postcodes, an address needs a city. Elsewhere a parcel arrives with a city or a postcode. */
  hasPostcodes: boolean;
}

type Names = Partial<AddressFormat["names"]>;

const USUAL = { city: "City", states: "Region", zipCode: "Postal code" };
const AMERICAN = { states: "State", zipCode: "Zip code" };
const PROVINCE = { states: "Province" };
const STATE = { states: "State" };
const POSTCODE = { zipCode: "Postcode" };
const TOWN = { city: "Town or city" };

const NAMES: Record<string, Names> = {
  "": AMERICAN,
  "United States": AMERICAN,
  "Puerto Rico": AMERICAN,
  "Virgin Islands, U.S.": AMERICAN,
  Guam: AMERICAN,
  Philippines: { ...PROVINCE, zipCode: "Zip code" },
  Argentina: PROVINCE,
  Canada: PROVINCE,
  China: PROVINCE,
  Belgium: PROVINCE,
  Indonesia: PROVINCE,
  Italy: PROVINCE,
  "Korea, Republic of": PROVINCE,
  Spain: PROVINCE,
  Thailand: PROVINCE,
  Turkey: PROVINCE,
  Vietnam: PROVINCE,
  Netherlands: { ...PROVINCE, ...POSTCODE },
  "South Africa": PROVINCE,
  Australia: { ...STATE, ...POSTCODE, city: "City or suburb" },
  Austria: { ...STATE, ...POSTCODE },
  Brazil: STATE,
  Germany: { ...STATE, ...POSTCODE },
  India: { ...STATE, zipCode: "PIN code" },
  Malaysia: { ...STATE, ...POSTCODE },
  Mexico: STATE,
  Nigeria: STATE,
  Switzerland: { states: "Canton", ...POSTCODE },
  Liechtenstein: POSTCODE,
  Japan: { states: "Prefecture" },
  "United Arab Emirates": { states: "Emirate" },
  Ireland: { ...TOWN, states: "County", zipCode: "Eircode" },
  "United Kingdom": { ...TOWN, states: "County or region", ...POSTCODE },
  "Isle of Man": POSTCODE,
  Guernsey: POSTCODE,
  Jersey: POSTCODE,
  "New Zealand": { ...POSTCODE, city: "Town or city" },
  Denmark: POSTCODE,
  Norway: { states: "County", ...POSTCODE },
  Sweden: { states: "County", ...POSTCODE },
};

const CITY_FIRST: AddressPart[] = ["city", "states", "zipCode"];
const POSTCODE_FIRST: AddressPart[] = ["zipCode", "city", "states"];
const LARGEST_FIRST: AddressPart[] = ["zipCode", "states", "city"];

const namesIn = (text: string): ReadonlySet<string> => new Set(text.split("; "));

/** Countries that write the postcode before the city. */
const WITH_POSTCODE_FIRST = namesIn(
  "Argentina; Austria; Belgium; Bosnia and Herzegovina; Bulgaria; Chile; Croatia; Cyprus; Czech Republic; " +
    "Denmark; Estonia; Faroe Islands; Finland; France; Germany; Greece; Greenland; Iceland; Italy; Kosovo; " +
    "Liechtenstein; Lithuania; Luxembourg; Macedonia, Republic of; Malaysia; Mexico; Monaco; Montenegro; " +
    "Morocco; Netherlands; Norway; Poland; Portugal; Romania; San Marino; Serbia; Slovakia; Slovenia; Spain; " +
    "Sweden; Switzerland; Tunisia; Turkey",
);
/** Countries that write from the largest to the smallest. */
const WITH_LARGEST_FIRST = new Set(["China", "Japan", "Korea, Republic of", "Taiwan"]);

const WITHOUT_POSTCODES = namesIn(
  "Angola; Antigua and Barbuda; Aruba; Bahamas; Belize; Benin; Botswana; Burkina Faso; Burundi; Cameroon; " +
    "Central African Republic; Chad; Comoros; Cook Islands; Djibouti; Dominica; Equatorial Guinea; Eritrea; " +
    "Fiji; Gabon; Gambia, The; Grenada; Guyana; Hong Kong; Macao; Malawi; Mali; Mauritania; Qatar; Rwanda; " +
    "Sao Tome and Principe; Seychelles; Sierra Leone; Solomon Islands; Suriname; Togo; Tonga; Tuvalu; Uganda; " +
    "United Arab Emirates; Vanuatu; Yemen; Zimbabwe",
);

/** Every country that this file has a rule for. */
export const countriesWithFormats: string[] = [
  ...Object.keys(NAMES),
  ...WITH_POSTCODE_FIRST,
  ...WITH_LARGEST_FIRST,
  ...WITHOUT_POSTCODES,
].filter(Boolean);

/** How a country writes addresses. An empty country gets the names and order of the United States. */
export function addressFormat(country: string): AddressFormat {
  const hasPostcodes = !WITHOUT_POSTCODES.has(country);
  const order = WITH_POSTCODE_FIRST.has(country)
    ? POSTCODE_FIRST
    : WITH_LARGEST_FIRST.has(country)
      ? LARGEST_FIRST
      : CITY_FIRST;
  const names = { ...USUAL, ...(hasPostcodes ? null : { zipCode: "Postal code, if any" }), ...NAMES[country] };
  return { names, order, hasPostcodes };
}

/** The sentence under the city of a delivery address: which of city and postcode is needed. */
export function neededOfPlace({ names, hasPostcodes }: AddressFormat): string {
  if (!hasPostcodes) return `${names.city} is needed.`;
  return `${names.city} or ${inSentence(names.zipCode)} is needed.`;
}

/** A name within a sentence: "postcode", but "PIN code" and "Eircode". */
export const inSentence = (name: string): string => (/^(PIN|Eircode)/.test(name) ? name : name.toLowerCase());
