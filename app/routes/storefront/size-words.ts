import type { ProductSize } from "~/features/catalogue/schema";
import { contentInWords } from "~/features/products/net-content-schema";

type Size = Pick<ProductSize, "name" | "content" | "weighed">;

/** Characters that fit on a line of a card on a phone. */
const LINE = 20;

/** The content of a size, or its usual weight. Empty if it has none, or if the name already says it. */
export function contentBeside({ name, content, weighed }: Size): string {
  if (!content) return "";
  const words = contentInWords(content);
  if (isNamed(name, words)) return "";
  return weighed ? `about ${words}` : words;
}

/** Whether a name has these words, whatever its spaces: `1.5 kg` does not have `5 kg` in it. */
function isNamed(name: string, words: string): boolean {
  const [joined, part] = [name.replace(/\s/g, ""), words.replace(/\s/g, "")];
  const start = joined.indexOf(part);
  return start >= 0 && !/[\d.,]/.test(joined.charAt(start - 1));
}

/** A size on its own line: `500 g bag`, `Case, 12 pieces`, `about 3 kg, weighed`. Empty if there is nothing to say. */
export function sizeInWords(size: Size): string {
  return [size.name, contentBeside(size), size.weighed ? "weighed" : ""].filter(Boolean).join(", ");
}

/**
 * The only size of a product in words, or as many names of its sizes as fit on a line of a card. The size with the
 * card's price is among them.
 */
export function sizesInWords<Of extends Size>(sizes: Of[], priced: Of | undefined): string {
  const [onlySize] = sizes;
  if (onlySize && sizes.length === 1) return sizeInWords(onlySize);
  const inOrder = namesThatFit(sizes);
  const names = !priced || inOrder.includes(priced.name) ? inOrder : namesThatFit([priced, ...without(sizes, priced)]);
  return names.join(", ") + (names.length < sizes.length ? " …" : "");
}

const without = <Of>(sizes: Of[], size: Of) => sizes.filter((otherSize) => otherSize !== size);

/** The first names that fit on a line of a card, at least one. */
const namesThatFit = (sizes: Size[]): string[] =>
  sizes
    .map(({ name }) => name)
    .filter((_, index, names) => index === 0 || names.slice(0, index + 1).join(", ").length <= LINE);
