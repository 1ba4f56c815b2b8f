import { mayPass } from "~/platform/outage";

/**
 * Reads bytes that a device sent. Null when they cannot be read: parsers throw errors of every class, and these are
 * about the bytes. Outages are thrown on.
 */
export async function readOrNull<T>(read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (mayPass(error)) throw error;
    return null;
  }
}

/**
 * Verifies the bytes that were read. Null when the verification refuses them. Outages and programming mistakes are
 * thrown on. The bytes must therefore be read before, so that nothing in them can look like such a mistake.
 */
export async function verifiedOrNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch (error) {
    if (mayPass(error) || isMistake(error)) throw error;
    return null;
  }
}

const isMistake = (error: unknown) =>
  error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
