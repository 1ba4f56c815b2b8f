import type { ProductSize } from "~/features/catalogue/schema";
import { contentInWords } from "~/features/products/net-content-schema";

type Size = Pick<ProductSize, "name" | "content" | "weighed">;

/** Characters that a line of a card has room for on a phone. */
const LINE = 20;

/** The content of a size, or its usual weight; empty where it has none, and where the name says it already. */
export function contentBeside({ name, content, weighed }: Size): string {
  if (!content) return "";
  const words = contentInWords(content);
  if (isNamed(name, words)) return "";
  return weighed ? `about ${words}` : words;
}

/** Whether a name has these words as they stand, however its blanks are written: `1.5 kg` has no `5 kg` in it. */
function isNamed(name: string, words: string): boolean {
  const [joined, part] = [name.replace(/\s/g, ""), words.replace(/\s/g, "")];
  const start = joined.indexOf(part);
  return start >= 0 && !/[\d.,]/.test(joined.charAt(start - 1));
}

/** A size as a line of its own: `500 g bag`, `Case, 12 pieces`, `about 3 kg, weighed`. Empty where nothing is said. */
export function sizeInWords(size: Size): string {
  return [size.name, contentBeside(size), size.weighed ? "weighed" : ""].filter(Boolean).join(", ");
}

/**
 * The only size of a product in words, or the names of its sizes, as many as a card has room for in a line. The size
 * that the card's price belongs to is among them.
 */
export function sizesInWords<Of extends Size>(sizes: Of[], priced: Of | undefined): string {
  const [onlySize] = sizes;
  if (onlySize && sizes.length === 1) return sizeInWords(onlySize);
  const inOrder = namesThatFit(sizes);
  const names = !priced || inOrder.includes(priced.name) ? inOrder : namesThatFit([priced, ...without(sizes, priced)]);
  return names.join(", ") + (names.length < sizes.length ? " …" : "");
}

const without = <Of>(sizes: Of[], size: Of) => sizes.filter((otherSize) => otherSize !== size);

/** The first names that stand in a line of a card; one at least. */
const namesThatFit = (sizes: Size[]): string[] =>
  sizes
    .map(({ name }) => name)
    .filter((_, index, names) => index === 0 || names.slice(0, index + 1).join(", ").length <= LINE);
