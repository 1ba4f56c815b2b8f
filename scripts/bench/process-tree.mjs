// The memory of a process and of its descendants. Only Linux reports it.
import { readFileSync } from "node:fs";

const read = (file) => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The process has ended meanwhile.
    return "";
  }
};

const childrenOf = (pid) => read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
/** Megabytes of one process without the pages of files, which the kernel can drop and read again. */
function megabytesOf(pid) {
  const rollup = read(`/proc/${pid}/smaps_rollup`);
  const kilobytes = (kind) => Number(new RegExp(`^${kind}:\\s+(\\d+) kB`, "m").exec(rollup)?.[1] ?? 0);
  return (kilobytes("Pss_Anon") + kilobytes("Pss_Shmem")) / 1024;
}

/** Returns the process and all its descendants. */
export function treeOf(pid) {
  return [pid, ...childrenOf(pid).flatMap(treeOf)];
}

/** Proportional set size in megabytes, without files: of all processes, of the process itself, of its descendants. */
export function memoryOf(pid) {
  const main = megabytesOf(pid);
  const otherProcesses = childrenOf(pid)
    .flatMap(treeOf)
    .reduce((sum, processId) => sum + megabytesOf(processId), 0);
  return { all: main + otherProcesses, main, others: otherProcesses };
}
