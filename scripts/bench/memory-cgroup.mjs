// A cgroup of Linux, which limits a container's memory: what it holds, and how many processes were killed for it.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const MEGABYTE = 1024 * 1024;
const NAME = `fieldstall-memory-${process.pid}`;
const [V1, V2] = ["/sys/fs/cgroup/memory", "/sys/fs/cgroup"];

/** Reads a file with a `name figure` pair on each line. */
const figuresIn = (file) =>
  Object.fromEntries(
    readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split(" "))
      .map(([name, figure]) => [name, Number(figure)]),
  );

/**
 * Makes a cgroup with a limit of `megabytes`. Returns null if this account may not, or the system has no way to limit
 * memory. `command` goes before a program and its arguments to start it in the cgroup.
 */
export function openCgroup(megabytes) {
  const second = existsSync(path.join(V2, "cgroup.controllers"));
  const folder = path.join(second ? V2 : V1, NAME);
  const read = (name) => readFileSync(path.join(folder, name), "utf8");
  const allow = (name, bytes) => writeFileSync(path.join(folder, name), String(bytes));
  try {
    mkdirSync(folder);
    allow(second ? "memory.max" : "memory.limit_in_bytes", megabytes * MEGABYTE);
    // A container has no swap by default. With swap, the limit would mean nothing here.
    if (second && existsSync(path.join(folder, "memory.swap.max"))) allow("memory.swap.max", 0);
  } catch {
    if (existsSync(folder)) rmdirSync(folder);
    return null;
  }
  const names = second
    ? { all: "memory.current", events: "memory.events", files: ["active_file", "inactive_file"], dirty: "file_dirty" }
    : {
        all: "memory.usage_in_bytes",
        events: "memory.oom_control",
        files: ["total_active_file", "total_inactive_file"],
        dirty: "total_dirty",
      };
  return {
    command: ["/bin/sh", "-c", `echo $$ > ${folder}/cgroup.procs; exec "$0" "$@"`],
    /** Megabytes that the kernel cannot reclaim: all but clean pages of files, such as Node's own program. */
    held() {
      const stat = figuresIn(path.join(folder, "memory.stat"));
      const files = names.files.reduce((sum, name) => sum + stat[name], 0);
      return (Number(read(names.all)) - files + stat[names.dirty]) / MEGABYTE;
    },
    /** How many processes the kernel has killed because no memory was left. */
    killed: () => figuresIn(path.join(folder, names.events)).oom_kill,
    close: () => rmdirSync(folder),
  };
}
