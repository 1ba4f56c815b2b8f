/*
 * Cleans texts that people write before they are kept and shown beside those of others. Browsers load it for forms that
 * check themselves.
 */

/**
 * Characters that turn the direction of the text after them, even of our prices. Joiners are not among them, because
 * some scripts need those.
 */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;
/** A visible character. The blank of Braille does not count, nor do characters that are made to stay unseen. */
const SEEN = /[^\s\p{DI}\u2800]/u;

/** The text without characters that turn the direction of the text around it. */
export const unturned = (text: string) => text.replace(TURNS, "");

/** The same, or an empty text if nothing in it is visible. */
export function visibleText(text: string): string {
  const plain = unturned(text);
  return SEEN.test(plain) ? plain : "";
}

const DASHES = /[\p{Pd}\u2212]/gu;

/**
 * A pasted code or number, such as a phone number, in the signs of ASCII: without invisible ones, and with every kind
 * of space, dash and plus as the plain one.
 */
export const plainSigns = (text: string) =>
  text
    .replace(/\p{DI}/gu, "")
    .normalize("NFKC")
    .replace(/\s+/g, " ")
    .replace(DASHES, "-")
    .trim();

/** Joiners that are part of a letter or of a picture: in the scripts that need them and between emoji. */
const JOINED = /((?=\P{ASCII})[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]/gu;
const NOT_IN_NAMES = /[\p{Cc}\p{Cf}\u2028\u2029]+|:\/\/+/gu;

/**
 * A name without the characters that no name has: control and format characters, such as line breaks and reversed
 * writing, and the mark of a link. Joiners that are part of a letter stay.
 */
export function nameSigns(name: string): string {
  const pieces = name.split(JOINED);
  // Every second piece is the letter before a joiner, which the split has captured.
  const joiners = [...name.matchAll(JOINED)].map(([whole]) => whole);
  return pieces
    .map((piece, at) => (at % 2 === 0 ? piece.replace(NOT_IN_NAMES, " ") : (joiners[(at - 1) / 2] ?? "")))
    .join("")
    .trim();
}
