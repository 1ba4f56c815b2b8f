import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/*
 * Remembers the gate that last reported each planted failure: `green.txt` holds the digest of its files, and is
 * committed with each change of them.
 */

const root = path.resolve(import.meta.dirname, "../..");
const GREEN = path.join(import.meta.dirname, "green.txt");

const FILES = [
  "scripts/test.mjs",
  "scripts/prepare.mjs",
  "vitest.config.ts",
  "playwright.config.ts",
  "tsconfig.json",
  "app/worker/tsconfig.json",
  ".dependency-cruiser.cjs",
  ".oxlintrc.json",
  ".oxfmtrc.json",
  ".npmrc",
  "tests/e2e/each-commit.ts",
  "tests/e2e/journeys-may-begin.ts",
  "tests/e2e/without-scripts.ts",
  "tests/gate/gate.test.ts",
  "tests/gate/green.ts",
  "tests/gate/plants.ts",
  "tests/gate/scratch.ts",
];
/** Programs that the gate starts and whose results it trusts. */
const PROGRAMS = [
  "vitest",
  "@playwright/test",
  "oxlint",
  "oxfmt",
  "dependency-cruiser",
  "typescript",
  "typescript-native",
];

/** A digest of the gate's files, its commands, and the versions of its programs. */
export function gateDigest(read = (file: string) => readFileSync(path.join(root, file), "utf8")): string {
  const hash = createHash("sha256");
  const gate = readdirSync(path.join(root, "scripts/gate")).map((name) => `scripts/gate/${name}`);
  for (const file of [...FILES, ...gate.toSorted()]) hash.update(`${file}\0${read(file)}\0`);
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  for (const name of ["test", "test:all", "check", "unit", "lint", "imports", "format:check", "typecheck"])
    hash.update(`${name}\0${scripts[name]}\0`);
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, { version: string }> };
  for (const name of PROGRAMS) hash.update(`${name}\0${packages[`node_modules/${name}`]?.version}\0`);
  return hash.digest("hex");
}

/** Whether the present gate has reported each plant. */
export const isGreen = () => existsSync(GREEN) && readFileSync(GREEN, "utf8").trim() === gateDigest();

/** Notes that the present gate has reported each plant. */
export const noteGreen = () => writeFileSync(GREEN, `${gateDigest()}\n`);
