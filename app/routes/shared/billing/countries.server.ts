import countries from "country-region-data/data.json";

/* Countries and their regions. Some 180 KB of names, so they stay on the server. Source: decisions OPEN-50. */

const names = countries.map((country) => country.countryName);
const regions = new Map(
  countries.map((country) => [country.countryName, country.regions.map((region) => region.name)]),
);

/** Every country's name, in order of the alphabet. */
export function countryNames(): string[] {
  return names;
}

/** The regions of a country, by name. None chosen has none; an unknown one has none either, and is logged. */
export function regionsOf(country: string): string[] {
  if (country === "") return [];
  const regionNames = regions.get(country);
  // As JSON, so that what somebody typed cannot write a line of its own.
  if (!regionNames) console.warn(`unknown country: ${JSON.stringify(country.slice(0, 80))}`);
  return regionNames ?? [];
}
