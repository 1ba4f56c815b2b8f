import { createRequire } from "node:module";

/*
 * Stands in for `@node-rs/argon2` wherever `vitest.config.ts` holds: a new hash takes the least memory and one pass, so
 * that the hundreds of passwords in a run cost little. A comparison takes the cost of the hash that it is given.
 */
const library = createRequire(import.meta.url)("@node-rs/argon2") as typeof import("@node-rs/argon2");
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

type Options = Parameters<typeof library.hash>[1];

/** The settings of the last hash that the shop has made. */
export const lastSettings: { value?: Options } = {};

export function hash(password: string, settings: Options): Promise<string> {
  lastSettings.value = settings;
  return library.hash(password, { ...settings, ...CHEAP });
}

export const { verify } = library;
