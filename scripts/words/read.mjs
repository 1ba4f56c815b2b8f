import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/* Reads the declared names and the comments of our sources: for `npm run words` and app/plain-words.test.ts. */

/** Bare participles, pronouns and adverbs. Values have nouns as names, booleans an adjective with `is` or `has`. */
export const VAGUE_NAMES = new Set(
  `added another answered arrived asked asking begun both bought brought carried changed checked chosen counted done
  drawn each ended entered expected few folded found given gone heard held here it kept known late leaving
  left listed looked lost made many meant mine more most moved named nobody none noted nothing only opened other others
  ours own passed picked placed posted refused returned said saved seen sent served several shown sold
  some somebody started still stored such taken that theirs them there these they this those told tried twice typed
  whatever wanted were what who whoever whom whose which wished written again already aside away anew elsewhere
  meanwhile once otherwise together instead`.split(/\s+/),
);

/** Beginnings of comments without a subject. */
export const VAGUE_BEGINNING = /^(?:What|Who|Whoever|Whom|Whose|Whatever|Of|That|Those|So many)\b/;

/** Landed migrations are never edited. */
const LANDED = /\/migrations\/\d/;

const SOURCE = /\.(?:[cm]?ts|tsx|mjs)$/;

const COMMENT = /(?<=^|[\s{(,;])(?:\/\*[^]*?\*\/|\/\/ .*(?:\n[ \t]*\/\/ .*)*)/g;

/**
 * Properties do not count, because they may be fields of the API or columns. `{ name }` takes over the name of a
 * property, so it does not count either.
 *
 * @param {ts.Node} node
 * @param {ts.Node} [parent]
 * @returns {node is ts.NamedDeclaration}
 */
const isDeclaration = (node, parent) =>
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  (ts.isBindingElement(node) &&
    !(parent && ts.isObjectBindingPattern(parent) && !node.propertyName && !node.dotDotDotToken)) ||
  (ts.isFunctionLike(node) && !ts.isMethodDeclaration(node) && !ts.isMethodSignature(node)) ||
  ts.isClassDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isInterfaceDeclaration(node);

/**
 * The names that a file declares: variables, parameters, functions, classes and types.
 *
 * @param {string} file
 */
export function declaredNames(file) {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone },
    false,
  );
  /** @type {{ text: string, line: number }[]} */
  const names = [];
  const visit = (/** @type {ts.Node} */ node, /** @type {ts.Node} */ parent) => {
    if (isDeclaration(node, parent) && node.name && ts.isIdentifier(node.name)) {
      const position = node.name.end - node.name.text.length;
      names.push({ text: node.name.text, line: source.getLineAndCharacterOfPosition(position).line + 1 });
    }
    ts.forEachChild(node, (child) => visit(child, node));
  };
  visit(source, source);
  return names;
}

/**
 * The comments of a file without their marks. Consecutive `//` lines are one comment.
 *
 * @param {string} file
 */
export function comments(file) {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(COMMENT)].map((match) => ({
    text: match[0].replaceAll(/^\/\*+[ \t]*|\s*\*\/$|^[ \t]*\/\/ |^[ \t]*\* ?/gm, "").trim(),
    get line() {
      return text.slice(0, match.index).split("\n").length;
    },
  }));
}

/** Returns every source file of a folder, at any depth. */
export const sourcesIn = (/** @type {string} */ folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => SOURCE.test(file) && !file.includes("node_modules"))
    .map((file) => path.posix.join(folder, file.replaceAll("\\", "/")));

/**
 * Returns the vague names in a file, as `file:line: sentence`.
 *
 * @param {string} file
 */
export function vagueNames(file) {
  // The names in a style sheet are those of CSS classes, which do not change.
  if (LANDED.test(file) || file.endsWith(".css.ts")) return [];
  return declaredNames(file)
    .filter(({ text }) => VAGUE_NAMES.has(text))
    .map(({ text, line }) => `${file}:${line}: the name "${text}" says nothing of the value`);
}
