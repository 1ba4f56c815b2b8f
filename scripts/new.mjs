// `npm run new -- migration added-thing`: begins a migration. Writes its file with the next free number, and adds its
// two lines to the list that runs migrations. If the name is not valid, it exits with 2 and changes nothing.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./prepare.mjs";

const [kind, name = ""] = process.argv.slice(2);
/** A test uses another folder. */
const folder = process.env.MIGRATIONS_DIR ?? path.join(root, "app/platform/database/migrations");
const list = path.join(folder, "index.server.ts");

function refuse(sentence) {
  console.error(sentence);
  process.exit(2);
}

if (kind !== "migration" || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
  refuse("Say what and how it is called, in small letters with hyphens: npm run new -- migration added-thing");
const files = readdirSync(folder).filter((file) => /^\d{4}[a-z]?-.*\.server\.ts$/.test(file));
const called = files.find((file) => file.replace(/^\d{4}[a-z]?-/, "") === `${name}.server.ts`);
if (called) refuse(`There is ${called} already.`);

const number = String(Math.max(0, ...files.map((file) => Number(file.slice(0, 4)))) + 1).padStart(4, "0");
const id = `${number}-${name}`;
const verb = name.replaceAll(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const text = readFileSync(list, "utf8");
const lastImport = text.lastIndexOf('.server";\n') + '.server";\n'.length;
const end = text.lastIndexOf("  };\n}");
if (lastImport < 0 || end < 0 || new RegExp(`\\b${verb}\\b`).test(text))
  refuse(`${verb} is used in ${path.basename(list)} already, or its list has another shape: write the lines by hand.`);
const file = path.join(folder, `${id}.server.ts`);
if (existsSync(file)) refuse(`There is ${file} already.`);

writeFileSync(
  file,
  `import type { Kysely } from "kysely";
import { table } from "./columns.server";

/** Say here what the tables hold from now on, and why. One that has landed is never edited. */
export async function ${verb}(db: Kysely<any>): Promise<void> {
  await table(db, "${verb}", { _id: "id", createdAt: "text" }).execute();
}
`,
);
writeFileSync(
  list,
  `${text.slice(0, lastImport)}import { ${verb} } from "./${id}.server";
${text.slice(lastImport, end)}    "${id}": { up: ${verb} },
${text.slice(end)}`,
);
console.log(`${path.relative(process.cwd(), file)} is there, and runs after all others. A table of its own also needs its row in
app/platform/database/tables/ and tables.ts, in docs/architecture.md, in tests/fixtures/world.ts and in the inventory of
personal data; the tests name what is missing.`);
