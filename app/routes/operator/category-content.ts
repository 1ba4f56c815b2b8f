/** The content of a category in words, "34 products and 3 stalls". Empty if there is none. */
export function contentInWords({ products, stores }: { products: number; stores: number }): string {
  const inWords = (number: number, word: string) => (number > 0 ? [`${number} ${word}${number === 1 ? "" : "s"}`] : []);
  return [...inWords(products, "product"), ...inWords(stores, "stall")].join(" and ");
}
