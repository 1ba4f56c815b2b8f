import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const MIGRATIONS = path.join(root, "app/platform/database/migrations");
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "fieldstall-migrations-"));
  cpSync(MIGRATIONS, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const begin = (...args: string[]) =>
  spawnSync(process.execPath, [path.join(root, "scripts/new.mjs"), ...args], {
    encoding: "utf8",
    env: { ...process.env, MIGRATIONS_DIR: folder },
  });
const listed = () => readFileSync(path.join(folder, "index.server.ts"), "utf8");

test("a new migration has the next number, a file, and its place after all others", () => {
  const { status, stdout } = begin("migration", "price-watches");
  expect([status, stdout]).toEqual([0, expect.stringContaining("-price-watches.server.ts is there")]);
  const numbers = readdirSync(MIGRATIONS).flatMap((file) => /^(\d{4})/.exec(file)?.[1] ?? []);
  const id = `${String(Math.max(...numbers.map(Number)) + 1).padStart(4, "0")}-price-watches`;
  expect(readFileSync(path.join(folder, `${id}.server.ts`), "utf8")).toContain("export async function priceWatches(");
  expect(listed()).toContain(`import { priceWatches } from "./${id}.server";\n`);
  expect(listed()).toMatch(new RegExp(`"${id}": \\{ up: priceWatches \\},\\n {2}\\};\\n\\}`));
});

test.each([
  ["migration", ""],
  ["migration", "Price Watches"],
  ["migration", "../price"],
  ["feature", "price"],
])("%s %j is refused, and nothing is changed", (kind, name) => {
  const before = [readdirSync(folder), listed()];
  expect(begin(kind, name).status).toBe(2);
  expect([readdirSync(folder), listed()]).toEqual(before);
});

test("the list of migrations has every file that is there", () => {
  const files = readdirSync(MIGRATIONS).filter((file) => /^\d{4}/.test(file));
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !listed().includes(`"./${file.replace(/\.ts$/, "")}"`))).toEqual([]);
  expect(existsSync(path.join(folder, "index.server.ts"))).toBe(true);
});
