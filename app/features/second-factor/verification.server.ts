import { mayPass } from "~/platform/outage";

/**
 * Reads bytes that a device sent. Null where they cannot be read: parsers refuse with errors of every class, and what
 * they throw is about the bytes. Outages go on.
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
 * Verifies what was read. Null where the verification refuses it. Outages and mistakes of a program go on, so the bytes
 * must have been read before: nothing in them may make the verification fail in such a way.
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
