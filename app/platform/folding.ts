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
      .replace(/[łøđæœ]/g, (letter) => PLAIN[letter] ?? letter)
      // Control characters stand in no title, and neither database can look for a NUL.
      .replace(/[\s\u0000-\u001f\u007f]+/g, " ")
      .trim()
  );
}
