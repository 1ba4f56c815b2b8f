/*
 * Postcodes have letters in some countries and none elsewhere. Names are those of the list of countries that the forms
 * offer. Source: the postcode formats that the Universal Postal Union lists by country.
 */
const WITH_LETTERS = new Set([
  "Andorra",
  "Anguilla",
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
  "Gibraltar",
  "Guernsey",
  "Honduras",
  "Ireland",
  "Isle of Man",
  "Jamaica",
  "Jersey",
  "Kazakhstan",
  "Latvia",
  "Lithuania",
  "Luxembourg",
  "Malta",
  "Moldova",
  "Montserrat",
  "Netherlands",
  "Pitcairn",
  "Saint Helena, Ascension and Tristan da Cunha",
  "Saint Lucia",
  "Saint Vincent and the Grenadines",
  "Somalia",
  "South Georgia and South Sandwich Islands",
  "Turks and Caicos Islands",
  "United Kingdom",
  "Venezuela, Bolivarian Republic of",
  "Virgin Islands, British",
]);

/** Every country whose postcodes may have letters, by the name that the forms offer. */
export const countriesWithLetteredPostcodes: ReadonlySet<string> = WITH_LETTERS;

/**
 * What is wrong with a postcode in this country, as a sentence; null when nothing is. One that is empty is no mistake.
 * Spaces and dashes stay as they are typed: they are part of many a postcode.
 */
export function postcodeProblem(postcode: string, country: string): string | null {
  if (WITH_LETTERS.has(country))
    return /^[\p{L}\d -]*$/u.test(postcode) ? null : "Zip code can only have letters, digits, spaces, and dashes.";
  // The plus is what older shops let through; what is stored must stay readable.
  if (/^\+?[\d -]*$/.test(postcode)) return null;
  return country === ""
    ? "Zip code can only have digits. If yours has letters, please choose the country first."
    : `Zip code can only have digits in ${country}.`;
}
