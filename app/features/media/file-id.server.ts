import { createHash } from "node:crypto";

/** The id that a file gets which comes with a key: the same for the same owner, key and content. Null without a key. */
export function keyedId(ownerId: string, key: string | undefined, digest: string): string | null {
  return key ? createHash("sha256").update(`${ownerId} ${key} ${digest}`).digest("hex").slice(0, 24) : null;
}
