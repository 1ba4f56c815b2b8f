import { createHash } from "node:crypto";

/**
 * An idempotency key made of what is sent, where a form has none of its own or stands for several things: its page is the
 * same for everybody, or is made anew between two presses.
 */
export function derivedKey(...words: string[]): string {
  return createHash("sha256").update(words.join(" ")).digest("hex");
}
