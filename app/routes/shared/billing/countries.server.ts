import countries from "country-region-data/data.json";

/* Countries and their regions. Some 180 KB of names, so they stay on the server. Source: decisions OPEN-50. */

const names = countries.map((country) => country.countryName);
const regions = new Map(
  countries.map((country) => [country.countryName, country.regions.map((region) => region.name)]),
);

/** The names of all countries, in alphabetical order. */
export function countryNames(): string[] {
  return names;
}

/** The regions of a country, by its name. Empty if no country is chosen, and if it is unknown, which is logged. */
export function regionsOf(country: string): string[] {
  if (country === "") return [];
  const regionNames = regions.get(country);
  // As JSON, so that a typed text cannot start a new line in the log.
  if (!regionNames) console.warn(`unknown country: ${JSON.stringify(country.slice(0, 80))}`);
  return regionNames ?? [];
}
