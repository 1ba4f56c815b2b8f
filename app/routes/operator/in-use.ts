/** What is in a category, in words; empty when nothing is. */
export function inUse({ products, stores }: { products: number; stores: number }): string {
  const counted = (number: number, word: string) => (number > 0 ? [`${number} ${word}${number === 1 ? "" : "s"}`] : []);
  return [...counted(products, "product"), ...counted(stores, "stall")].join(" and ");
}
