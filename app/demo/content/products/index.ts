import { categories } from "../categories";
import type { DemoProduct } from "../product";
import { bakery } from "./bakery";
import { dairyAndEggs } from "./dairy-and-eggs";
import { fishAndSeafood } from "./fish-and-seafood";
import { fruit } from "./fruit";
import { grainsAndMaize } from "./grains-and-maize";
import { herbsAndSpices } from "./herbs-and-spices";
import { honeyAndPreserves } from "./honey-and-preserves";
import { nutsAndPantry } from "./nuts-and-pantry";
import { rootsAndTubers } from "./roots-and-tubers";
import { vegetables } from "./vegetables";

/** Newest of all, so that the home page features these five, in this order. */
const featuredSkus = ["VEG-0101", "GRN-0401", "HNY-0901", "VEG-0102", "DRY-0603"];

/**
 * Every product, newest first: the featured five, then one of each category in turn, so that a page of the shop
 * shows the whole market and not ten vegetables.
 */
export const products: readonly DemoProduct[] = newestFirst([
  ...vegetables,
  ...fruit,
  ...rootsAndTubers,
  ...grainsAndMaize,
  ...herbsAndSpices,
  ...dairyAndEggs,
  ...fishAndSeafood,
  ...bakery,
  ...honeyAndPreserves,
  ...nutsAndPantry,
]);

function newestFirst(all: readonly DemoProduct[]): DemoProduct[] {
  const featured = featuredSkus.flatMap((sku) => all.filter((product) => product.sku === sku));
  const shelves = categories.map(({ title }) =>
    all.filter((product) => product.category === title && !featuredSkus.includes(product.sku)),
  );
  const longest = Math.max(...shelves.map((shelf) => shelf.length));
  const mixed = Array.from({ length: longest }, (_, turn) => shelves.flatMap((shelf) => shelf[turn] ?? [])).flat();
  return [...featured, ...mixed];
}
