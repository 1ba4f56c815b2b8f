import { totalmem } from "node:os";

const MEGABYTE = 1024 * 1024;
/** With so much memory or more everything has the room that it was measured to be best with. */
const ROOMY_BYTES = 1024 * MEGABYTE;

/**
 * Bytes that this process and its pictures may take: what is said (in megabytes), else what the container may, else the
 * machine's; shared among so many processes.
 */
export function memoryBytes(saidMegabytes: number | undefined, processes: number): number {
  // Nothing in older Nodes, and a number beyond all sense where nothing constrains.
  const constrained = process.constrainedMemory?.() || Infinity;
  const inAll = saidMegabytes ? saidMegabytes * MEGABYTE : Math.min(constrained, totalmem());
  return Math.floor(inAll / processes);
}

/** What a cache may hold that has `bytes` where there is room, in a process with so much memory. */
export function shareOf(bytes: number, memory: number): number {
  return Math.floor(bytes * Math.min(1, memory / ROOMY_BYTES));
}
