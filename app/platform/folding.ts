const PLAIN: Record<string, string> = { ł: "l", ø: "o", đ: "d", æ: "ae", œ: "oe" };

/**
 * Folds a text so that search finds it regardless of case and accents, in any language's letters. Both sides of a
 * comparison are folded, so what counts is only that the same letters fold to the same text.
 */
export function fold(text: string): string {
  return (
    text
      .normalize("NFKD")
      // Combining accents of Latin, Greek and Cyrillic; the vowel signs of other scripts stay.
      .replace(/[\u0300-\u036f]/g, "")
      // First to capitals, then to small letters, so that ß and ss, dotted and dotless i become one.
      .toUpperCase()
      .toLowerCase()
      .replaceAll("ς", "σ")
      // Letters that do not decompose become what people type whose keyboard lacks them.
      .replace(/[\u0142\u00f8\u0111\u00e6\u0153]/g, (letter) => PLAIN[letter] ?? letter)
      // Titles have no control characters, and neither database can look for a NUL.
      .replace(/[\s\u0000-\u001f\u007f]+/g, " ")
      .trim()
  );
}

const AS_TYPED: Record<string, string> = { ٱ: "ا", ى: "ي", ی: "ي", ة: "ه", ک: "ك" };

/** Soft hyphens, and joiners and marks that have no width. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/**
 * As `fold`, and also removes invisible signs and what people leave out when they type Arabic and Hebrew: vowel marks,
 * the line that stretches a word, and the forms of a letter that keyboards mix up. Only for texts that are searched:
 * names are told apart by `fold`.
 */
export function foldForSearch(text: string): string {
  return fold(text.replace(INVISIBLE, ""))
    .replace(/[\u0591-\u05bd\u05bf\u05c1\u05c2\u0640\u064b-\u065f\u0670]/g, "")
    .replace(/[\u0671\u0649\u06cc\u0629\u06a9]/g, (letter) => AS_TYPED[letter] ?? letter);
}
