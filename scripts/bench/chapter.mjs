// Pages of docs/ with a chapter for each of the scripts that measure something, which may be written one at a time.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { root } from "../prepare.mjs";

/** The machine, and how busy it is: these scripts share it with whatever else runs. */
export function thisMachine() {
  return `${cpus().length} × ${cpus()[0]?.model.trim()}; Node ${process.versions.node}; load average ${loadavg()[0].toFixed(1)}, for others share the machine`;
}

/** Puts a chapter into a page of docs/, such as `phone.md`, in the place of the one with its title, or at the end. */
export function writeChapter(page, title, text) {
  const file = path.join(root, "docs", page);
  const [opening, ...chapters] = readFileSync(file, "utf8").split(/\n(?=## )/);
  const section = `## ${title}\n\n${text}\n`;
  const place = chapters.findIndex((chapter) => chapter.startsWith(`## ${title}\n`));
  const all = place < 0 ? [...chapters, section] : chapters.with(place, section);
  writeFileSync(file, [opening, ...all].join("\n"));
  execFileSync(path.join(root, "node_modules/.bin/oxfmt"), [file]);
}
