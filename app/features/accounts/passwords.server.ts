import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import pLimit, { type LimitFunction } from "p-limit";
import { memoryBytes } from "~/platform/memory.server";

/* argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let common: Promise<Set<string>> | undefined;
/** The most frequent leaked passwords, from zxcvbn's list. The list is large, so the first chosen password loads it. */
async function readCommon(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set((dictionary.passwords as string[]).filter((password) => password.length >= 8));
}

export async function isCommon(password: string): Promise<boolean> {
  return (await (common ??= readCommon())).has(password.toLowerCase());
}

/** The share of the shop's memory for each hash that is computed at a time. */
const MEMORY_FOR_EACH = 256 * 1024 * 1024;

/**
 * The number of passwords to hash at a time. Each takes 19 MB meanwhile, and more of them than processors finish no
 * sooner.
 */
export function passwordsAtOnce(processors: number, memory: number): number {
  return Math.max(1, Math.min(processors, Math.floor(memory / MEMORY_FOR_EACH)));
}

let limit: LimitFunction | undefined;
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  limit ??= pLimit(passwordsAtOnce(availableParallelism(), memoryBytes(undefined, 1)));
  return limit(work);
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, ARGON2));
}

let nobodys: Promise<string> | undefined;

/**
 * True when `password` belongs to `storedHash`. Takes equally long without a stored hash. Throws when the comparison
 * fails: a damaged hash or a lack of memory says nothing about the password.
 */
export async function isPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  nobodys ??= hashPassword("nobody's").catch((error: unknown) => {
    // The next caller tries again.
    nobodys = undefined;
    throw error;
  });
  const passwordHash = storedHash || (await nobodys);
  const isRight = await inTurn(() => verify(passwordHash, password));
  return isRight && Boolean(storedHash);
}
