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
export function written(text: string): string {
  const plain = unturned(text);
  return SEEN.test(plain) ? plain : "";
}
