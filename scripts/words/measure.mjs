import { readdirSync } from "node:fs";
import { comments, declaredNames, sourcesIn, VAGUE_BEGINNING, VAGUE_NAMES } from "./read.mjs";

/* `npm run words`: prints the share of vague names and of comments without a subject, for each folder and for all. */

const foldersOf = (parent) =>
  readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${parent}/${entry.name}`);

const percent = (count, total) => `${((100 * count) / Math.max(total, 1)).toFixed(2)} %`;

const folders = [
  ...foldersOf("app").filter((folder) => folder !== "app/features"),
  ...foldersOf("app/features"),
  "tests",
  "scripts",
];
const all = { names: 0, vagueNames: 0, comments: 0, vagueComments: 0 };
for (const folder of folders) {
  const files = sourcesIn(folder);
  const names = files.flatMap(declaredNames);
  const texts = files.flatMap(comments);
  const figures = {
    names: names.length,
    vagueNames: names.filter(({ text }) => VAGUE_NAMES.has(text)).length,
    comments: texts.length,
    vagueComments: texts.filter(({ text }) => VAGUE_BEGINNING.test(text)).length,
  };
  for (const key of Object.keys(all)) all[key] += figures[key];
  print(folder, figures);
}
print("all", all);

function print(folder, { names, vagueNames, comments: total, vagueComments }) {
  const nameShare = `${vagueNames} of ${names} names (${percent(vagueNames, names)})`;
  console.log(`${folder}: ${nameShare}, ${vagueComments} of ${total} comments (${percent(vagueComments, total)})`);
}
