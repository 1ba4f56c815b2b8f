// What a process and those that it has started hold of the memory; only Linux tells.
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
const megabytesOf = (pid) => Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;

/** The process and all below it. */
export function treeOf(pid) {
  return [pid, ...childrenOf(pid).flatMap(treeOf)];
}

/** Proportional set size in megabytes: of all, of the process itself, and of those that it has started. */
export function memoryOf(pid) {
  const main = megabytesOf(pid);
  const others = childrenOf(pid)
    .flatMap(treeOf)
    .reduce((sum, other) => sum + megabytesOf(other), 0);
  return { pss: main + others, main, others };
}
