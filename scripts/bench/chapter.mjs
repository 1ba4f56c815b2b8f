// Pages of docs/ with a chapter for each measuring script. Each script can write its chapter alone.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { root } from "../prepare.mjs";

/** Describes the machine and how busy it is, because these scripts share it with whatever else runs. */
export function thisMachine() {
  return `${cpus().length} × ${cpus()[0]?.model.trim()}; Node ${process.versions.node}; load average ${loadavg()[0].toFixed(1)}, for others share the machine`;
}

/** Writes a chapter of a page of docs/, such as `phone.md`: in place of the chapter with its title, or at the end. */
export function writeChapter(page, title, text) {
  const file = path.join(root, "docs", page);
  const [opening, ...chapters] = readFileSync(file, "utf8").split(/\n(?=## )/);
  const section = `## ${title}\n\n${text}\n`;
  const place = chapters.findIndex((chapter) => chapter.startsWith(`## ${title}\n`));
  const all = place < 0 ? [...chapters, section] : chapters.with(place, section);
  writeFileSync(file, [opening, ...all].join("\n"));
  execFileSync(path.join(root, "node_modules/.bin/oxfmt"), [file]);
}
