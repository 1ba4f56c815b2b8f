// The memory of a process and of those that it has started; only Linux tells.
import { readFileSync } from "node:fs";

const read = (file) => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // It has ended meanwhile.
    return "";
  }
};

const childrenOf = (pid) => read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
/** Without the pages of files, which the kernel can drop and read again. */
function megabytesOf(pid) {
  const rollup = read(`/proc/${pid}/smaps_rollup`);
  const kilobytes = (kind) => Number(new RegExp(`^${kind}:\\s+(\\d+) kB`, "m").exec(rollup)?.[1] ?? 0);
  return (kilobytes("Pss_Anon") + kilobytes("Pss_Shmem")) / 1024;
}

/** The process and all below it. */
export function treeOf(pid) {
  return [pid, ...childrenOf(pid).flatMap(treeOf)];
}

/** Proportional set size in megabytes, without files: of all, of the process itself, and of those that it has started. */
export function memoryOf(pid) {
  const main = megabytesOf(pid);
  const otherProcesses = childrenOf(pid)
    .flatMap(treeOf)
    .reduce((sum, processId) => sum + megabytesOf(processId), 0);
  return { all: main + otherProcesses, main, others: otherProcesses };
}
