import { categories } from "./categories";
import { products } from "./products";

/** Names of all pictures that the demo content asks for, sorted, each once. */
export function iconsInUse(): string[] {
  const named = [
    ...categories.map((category) => category.icon),
    ...products.flatMap((product) => [product.icon, ...(product.moreIcons ?? [])]),
  ];
  return [...new Set(named)].sort();
}
