import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse, type ChildNode } from "postcss";
import type { Plugin } from "vite";

/** The format that app/platform/http/used-styles.server.ts reads. The test of that file checks that both agree. */
type Sheet = Part[];
type Part =
  | string
  | { selectors: { text: string; classes: string[] }[]; body: string }
  | { open: string; parts: Part[] };

const CLIENT = new URL("../build/client/", import.meta.url);
/** Remix builds the browser's files first. No page links the sheets that the server's own build leaves there. */
const SHEET = /^(?!server-build-).*\.css$/;

/**
 * Provides `virtual:page-sheets`: the built style sheets, parsed, by their addresses. Pages carry only the rules that
 * they use. In development the module is empty.
 */
export function pageSheets(): Plugin {
  const name = "virtual:page-sheets";
  return {
    name: "page-sheets",
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null;
      const built = !this.meta.watchMode && this.environment.config.command === "build";
      const files = built ? readdirSync(new URL("assets/", CLIENT)).filter((file) => SHEET.test(file)) : [];
      const sheets = Object.fromEntries(
        files.map((file) => [
          `/assets/${file}`,
          sheetOf(readFileSync(fileURLToPath(new URL(`assets/${file}`, CLIENT)), "utf8")),
        ]),
      );
      return `export default ${JSON.stringify(sheets)};`;
    },
  };
}

/** Parses a style sheet. */
export function sheetOf(css: string): Sheet {
  return partsOf(parse(css).nodes);
}

function partsOf(nodes: ChildNode[]): Sheet {
  return nodes.flatMap((node): Sheet => {
    if (node.type === "comment") return [];
    if (node.type === "rule")
      return [{ selectors: node.selectors.map((text) => ({ text, classes: classesOf(text) })), body: bodyOf(node) }];
    // Steps of an animation and fonts do not depend on a class.
    if (node.type === "atrule" && node.nodes && /^(media|supports|container)$/.test(node.name))
      return [{ open: `@${node.name} ${node.params}{`, parts: partsOf(node.nodes) }];
    return [node.type === "atrule" && node.nodes ? node.toString() : `${node.toString()};`];
  });
}

const bodyOf = (rule: ChildNode & { type: "rule" }) =>
  rule.nodes
    .filter(({ type }) => type !== "comment")
    .map(String)
    .join(";");

/** Returns the classes that a selector requires, without those in brackets, which may be alternatives or negated. */
function classesOf(selector: string): string[] {
  let outer = selector;
  for (let before = ""; before !== outer;) [before, outer] = [outer, outer.replace(/\([^()]*\)/g, "")];
  return [...outer.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name);
}
