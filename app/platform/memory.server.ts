import { totalmem } from "node:os";

const MEGABYTE = 1024 * 1024;
/** With this much memory or more, everything has the room that was measured to be best for it. */
const ROOMY_BYTES = 1024 * MEGABYTE;

/**
 * Bytes that this process and its pictures may take: the configured memory (in megabytes), else the container's limit,
 * else the machine's memory; divided by the number of processes.
 */
export function memoryBytes(saidMegabytes: number | undefined, processes: number): number {
  // Undefined in older Nodes, and a number beyond all sense where there is no limit.
  const constrained = process.constrainedMemory?.() || Infinity;
  const inAll = saidMegabytes ? saidMegabytes * MEGABYTE : Math.min(constrained, totalmem());
  return Math.floor(inAll / processes);
}

/** Memory of the shop while every cache is empty. */
const BARE_BYTES = 128 * MEGABYTE;
/** The least share of each cache, however small the memory. */
const LEAST_SHARE = 1 / 16;

/** The size of a cache that has `bytes` where there is room, in a process with this much memory. */
export function shareOf(bytes: number, memory: number): number {
  const share = (memory - BARE_BYTES) / (ROOMY_BYTES - BARE_BYTES);
  return Math.floor(bytes * Math.min(1, Math.max(LEAST_SHARE, share)));
}

/**
 * The memory limit of a process that works on strangers' files, beside a shop with this much memory. Includes the
 * process itself (60 MB).
 */
export function besideTheShop(bytes: number, memory: number): number {
  return Math.min(bytes, Math.max(160 * MEGABYTE, memory / 2));
}

/** Whether there is room for more than one such process at a time. */
export const isRoomy = (memory: number): boolean => memory >= ROOMY_BYTES;

/**
 * Settings of glibc for such a process: one arena, and large pieces apart. A picture of 12 megapixels took 69 MB with
 * them and 100 without.
 */
export const MALLOC_GIVES_BACK = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_TRIM_THRESHOLD_: "131072",
  MALLOC_MMAP_THRESHOLD_: "131072",
};

/**
 * A copy of the bytes for a cache. Compressors and text encoders return small pieces of a 64 KB block that Node shares
 * out, and all 64 KB stay for as long as one piece is kept.
 */
export function ofItsOwn(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
