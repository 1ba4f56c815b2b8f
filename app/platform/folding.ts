const PLAIN: Record<string, string> = { ł: "l", ø: "o", đ: "d", æ: "ae", œ: "oe" };

/**
 * Folds a text so that search finds it in any case and with or without accents, in any language's letters. Both
 * sides of a comparison are folded, so what counts is only that the same letters fold to the same text.
 */
export function fold(text: string): string {
  return (
    text
      .normalize("NFKD")
      // Combining accents of Latin, Greek and Cyrillic; the vowel signs of other scripts stay.
      .replace(/[\u0300-\u036f]/g, "")
      // Up, then down: ß and ss, dotted and dotless i become one.
      .toUpperCase()
      .toLowerCase()
      .replaceAll("ς", "σ")
      // Letters that have no parts to take apart, as those type them whose keyboard lacks them.
      .replace(/[\u0142\u00f8\u0111\u00e6\u0153]/g, (letter) => PLAIN[letter] ?? letter)
      // Control characters stand in no title, and neither database can look for a NUL.
      .replace(/[\s\u0000-\u001f\u007f]+/g, " ")
      .trim()
  );
}

const AS_TYPED: Record<string, string> = { ٱ: "ا", ى: "ي", ی: "ي", ة: "ه", ک: "ك" };

/** Soft hyphens, and joiners and marks that have no width. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/**
 * As `fold`, and without signs that nobody sees and what Arabic and Hebrew leave out when they are typed: vowel marks,
 * the line that stretches a word, and the forms of a letter that keyboards mix up. For what is looked into only: names
 * are told apart by `fold`.
 */
export function foldForSearch(text: string): string {
  return fold(text.replace(INVISIBLE, ""))
    .replace(/[\u0591-\u05bd\u05bf\u05c1\u05c2\u0640\u064b-\u065f\u0670]/g, "")
    .replace(/[\u0671\u0649\u06cc\u0629\u06a9]/g, (letter) => AS_TYPED[letter] ?? letter);
}
