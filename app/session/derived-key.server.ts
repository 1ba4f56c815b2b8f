import { createHash } from "node:crypto";

/**
 * An idempotency key derived from what is posted, for a form that has no key of its own, or one key for several things.
 * The page of such a form is the same for everybody, or is rendered again between two presses.
 */
export function derivedKey(...words: string[]): string {
  return createHash("sha256").update(words.join(" ")).digest("hex");
}
