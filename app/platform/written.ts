/*
 * What somebody has written, as it is kept and shown beside what others have. The browser loads it where a form checks
 * itself.
 */

/**
 * They turn the direction of what stands behind them, prices of ours as well. Joiners are not among them: scripts need
 * those.
 */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;
/** A letter that can be seen: the blank of Braille is none, nor is what is written to stay unseen. */
const SEEN = /[^\s\p{DI}\u2800]/u;

/** A text in whose place everything runs as it does around it. */
export const unturned = (text: string) => text.replace(TURNS, "");

/** The same; nothing at all, where nobody would see anything. */
export function visibleText(text: string): string {
  const plain = unturned(text);
  return SEEN.test(plain) ? plain : "";
}

const DASHES = /[\p{Pd}\u2212]/gu;

/**
 * A code or a number that somebody has pasted, such as a phone, with the signs of ASCII: without invisible ones, and
 * every kind of space, dash and plus as the plain one.
 */
export const plainSigns = (text: string) =>
  text
    .replace(/\p{DI}/gu, "")
    .normalize("NFKC")
    .replace(/\s+/g, " ")
    .replace(DASHES, "-")
    .trim();

/** Joiners, where they are part of a letter or of a picture: in the scripts that need them and between emoji. */
const JOINED = /((?=\P{ASCII})[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]/gu;
const NOT_IN_NAMES = /[\p{Cc}\p{Cf}\u2028\u2029]+|:\/\/+/gu;

/**
 * A name without what it does not have: control and format characters, such as line breaks and reversed writing, and
 * the mark of a link. Joiners stay where they are letters' business.
 */
export function nameSigns(name: string): string {
  const pieces = name.split(JOINED);
  // Every second piece is the letter before a joiner, which the split took out.
  const joiners = [...name.matchAll(JOINED)].map(([whole]) => whole);
  return pieces
    .map((piece, at) => (at % 2 === 0 ? piece.replace(NOT_IN_NAMES, " ") : (joiners[(at - 1) / 2] ?? "")))
    .join("")
    .trim();
}
