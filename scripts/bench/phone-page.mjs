// docs/phone.md: a chapter for each of the scripts that measure a phone, which may be written one at a time.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { format, resolveConfig } from "prettier";
import { root } from "../prepare.mjs";

const FILE = path.join(root, "docs/phone.md");
const OPENING = `# On a phone

What the pages of a purchase are on a cheap phone, and to Lighthouse. Each chapter is written by its own command.
`;

/** The machine, and how busy it is: both scripts share it with whatever else runs. */
export function thisMachine() {
  return `${cpus().length} × ${cpus()[0]?.model.trim()}; Node ${process.versions.node}; load average ${loadavg()[0].toFixed(1)}, for others share the machine`;
}

/** Puts a chapter into the page in the place of the one with its title, or at the end. */
export async function writeChapter(title, text) {
  const page = existsSync(FILE) ? readFileSync(FILE, "utf8") : OPENING;
  const [opening, ...chapters] = page.split(/\n(?=## )/);
  const own = `## ${title}\n\n${text}\n`;
  const place = chapters.findIndex((chapter) => chapter.startsWith(`## ${title}\n`));
  const all = place < 0 ? [...chapters, own] : chapters.with(place, own);
  writeFileSync(FILE, await format([opening, ...all].join("\n"), { ...(await resolveConfig(FILE)), filepath: FILE }));
}
