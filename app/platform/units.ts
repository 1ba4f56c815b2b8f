/* Units in which goods are measured, and their names. */

/** How many grams, millilitres or pieces one of each unit has. US units: NIST Handbook 44, appendix C. */
export const UNITS = {
  g: ["weight", 1],
  kg: ["weight", 1000],
  ml: ["volume", 1],
  cl: ["volume", 10],
  l: ["volume", 1000],
  piece: ["count", 1],
  oz: ["weight", 28.349523125],
  lb: ["weight", 453.59237],
  "fl oz": ["volume", 29.5735295625],
  pt: ["volume", 473.176473],
  qt: ["volume", 946.352946],
  gal: ["volume", 3785.411784],
} as const;

export type ContentUnit = keyof typeof UNITS;

export const ALL_UNITS = Object.keys(UNITS) as [ContentUnit, ...ContentUnit[]];

/** A unit by its name as people write it, in lower case, without spaces and dots. */
export const UNIT_NAMES: Record<string, ContentUnit> = {
  ...Object.fromEntries(ALL_UNITS.map((unit) => [unit.replace(" ", ""), unit])),
  gr: "g",
  gm: "g",
  gramme: "g",
  grammes: "g",
  gram: "g",
  grams: "g",
  kgs: "kg",
  kilo: "kg",
  kilos: "kg",
  kilogram: "kg",
  kilograms: "kg",
  ltr: "l",
  litre: "l",
  litres: "l",
  liter: "l",
  liters: "l",
  pieces: "piece",
  pc: "piece",
  pcs: "piece",
  ounce: "oz",
  ounces: "oz",
  pound: "lb",
  pounds: "lb",
  lbs: "lb",
  pint: "pt",
  pints: "pt",
  quart: "qt",
  quarts: "qt",
  gallon: "gal",
  gallons: "gal",
};
