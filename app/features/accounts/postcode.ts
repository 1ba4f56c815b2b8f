import { addressFormat } from "./address-format-schema";

/*
 * Postcodes have letters in some countries and none elsewhere. Names are those of the list of countries that the forms
 * offer. Source: the postcode formats that the Universal Postal Union lists by country.
 */
const WITH_LETTERS = new Set([
  "Andorra",
  "Anguilla",
  "Antarctica",
  "Argentina",
  "Azerbaijan",
  "Barbados",
  "Bermuda",
  "British Indian Ocean Territory",
  "Brunei Darussalam",
  "Canada",
  "Cayman Islands",
  "Eswatini",
  "Falkland Islands (Islas Malvinas)",
  "Ghana",
  "Gibraltar",
  "Guernsey",
  "Haiti",
  "Honduras",
  "Ireland",
  "Isle of Man",
  "Jamaica",
  "Jersey",
  "Kazakhstan",
  "Kiribati",
  "Latvia",
  "Lithuania",
  "Luxembourg",
  "Malta",
  "Moldova",
  "Montserrat",
  "Nauru",
  "Netherlands",
  "Palestine",
  "Pitcairn",
  "Saint Helena, Ascension and Tristan da Cunha",
  "Saint Kitts and Nevis",
  "Saint Lucia",
  "Saint Vincent and the Grenadines",
  "Samoa",
  "Somalia",
  "South Georgia and South Sandwich Islands",
  "Timor-Leste",
  "Turks and Caicos Islands",
  "United Kingdom",
  "Venezuela, Bolivarian Republic of",
  "Virgin Islands, British",
]);

/**
 * Letters that people write before the digits, by country: its code on vehicles and its code of ISO 3166. A dash, a
 * space or nothing follows. Source: the recommendation of the CEPT, which is withdrawn and still followed.
 */
const PREFIXES: Record<string, string> = {
  "Åland Islands": "AX|FI|FIN",
  Albania: "AL",
  Austria: "A|AT",
  Belarus: "BY",
  Belgium: "B|BE",
  "Bosnia and Herzegovina": "BA|BIH",
  Bulgaria: "BG",
  Croatia: "HR",
  Cyprus: "CY",
  "Czech Republic": "CZ",
  Denmark: "DK",
  Estonia: "EE|EST",
  "Faroe Islands": "FO|FR",
  Finland: "FI|FIN|SF",
  France: "F|FR",
  Georgia: "GE",
  Germany: "D|DE",
  Greece: "GR|EL",
  Greenland: "DK|GL",
  "Holy See (Vatican City)": "V|VA",
  Hungary: "H|HU",
  Iceland: "IS",
  Italy: "I|IT",
  Kosovo: "RKS|XK",
  Liechtenstein: "FL|LI",
  "Macedonia, Republic of": "MK|NMK",
  Monaco: "MC",
  Montenegro: "ME|MNE",
  Norway: "N|NO",
  Poland: "PL",
  Portugal: "P|PT",
  Romania: "R|RO",
  "San Marino": "RSM|SM",
  Serbia: "RS|SRB",
  Slovakia: "SK",
  Slovenia: "SI|SLO",
  Spain: "E|ES",
  Sweden: "S|SE",
  Switzerland: "CH",
  Turkey: "TR",
  Ukraine: "UA",
};
/** Every country whose postcodes people write with letters before them. */
export const countriesWithPrefixes: ReadonlySet<string> = new Set(Object.keys(PREFIXES));

/** Every country whose postcodes may have letters, by the name that the forms offer. */
export const countriesWithLetteredPostcodes: ReadonlySet<string> = WITH_LETTERS;

/**
 * The sentence about an invalid postcode of this country; null for a valid or an empty one. Spaces and dashes are
 * allowed everywhere, since many countries write them.
 */
export function postcodeProblem(postcode: string, country: string): string | null {
  const { zipCode: name } = addressFormat(country).names;
  if (WITH_LETTERS.has(country))
    return /^[\p{L}\d -]*$/u.test(postcode) ? null : `${name} can only have letters, digits, spaces, and dashes.`;
  const prefix = PREFIXES[country];
  const digits = prefix === undefined ? postcode : postcode.replace(new RegExp(`^(?:${prefix})[- ]?(?=\\d)`, "i"), "");
  // Earlier versions accepted a leading plus; postcodes that are stored with one must stay valid.
  if (/^\+?[\d -]*$/.test(digits)) return null;
  return country === ""
    ? `${name} can only have digits. If yours has letters, please choose the country first.`
    : `${name} can only have digits in ${country}.`;
}
