/** The content of a category in words, "34 products and 3 stalls"; empty for none. */
export function contentInWords({ products, stores }: { products: number; stores: number }): string {
  const counted = (number: number, word: string) => (number > 0 ? [`${number} ${word}${number === 1 ? "" : "s"}`] : []);
  return [...counted(products, "product"), ...counted(stores, "stall")].join(" and ");
}
