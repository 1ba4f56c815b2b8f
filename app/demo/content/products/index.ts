import { categories } from "../categories";
import type { DemoProduct } from "../product";
import content from "./products.json";

/** The newest products, so that the home page features these five, in this order. */
const featuredSkus = ["VEG-0101", "GRN-0401", "HNY-0901", "VEG-0102", "DRY-0603"];

/**
 * Every product, newest first: the featured five, then one of each category in turn, so that a page of the shop
 * shows the whole market and not ten vegetables.
 */
export const products: readonly DemoProduct[] = newestFirst(content as DemoProduct[]);

function newestFirst(all: readonly DemoProduct[]): DemoProduct[] {
  const featured = featuredSkus.flatMap((sku) => all.filter((product) => product.sku === sku));
  const shelves = categories.map(({ title }) =>
    all.filter((product) => product.category === title && !featuredSkus.includes(product.sku)),
  );
  const longest = Math.max(...shelves.map((shelf) => shelf.length));
  const mixed = Array.from({ length: longest }, (_, turn) => shelves.flatMap((shelf) => shelf[turn] ?? [])).flat();
  return [...featured, ...mixed];
}
