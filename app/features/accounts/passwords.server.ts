import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";

/* argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The passwords most often found in leaks, as the list of zxcvbn has them. */
const COMMON = new Set((dictionary.passwords as string[]).filter((password) => password.length >= 8));

export function isCommon(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2);
}

let nobodys: Promise<string> | undefined;

/** True when `password` belongs to `stored`. Takes as long when there is nobody to compare with. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  nobodys ??= hashPassword("nobody's");
  const fits = await verify(stored || (await nobodys), password).catch(() => false);
  return fits && Boolean(stored);
}
