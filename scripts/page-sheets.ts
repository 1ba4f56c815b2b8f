import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse, type ChildNode } from "postcss";
import type { Plugin } from "vite";

/** As app/platform/http/used-styles.server.ts reads it, whose test holds the two together. */
type Sheet = Part[];
type Part =
  | string
  | { selectors: { text: string; classes: string[] }[]; body: string }
  | { open: string; parts: Part[] };

const CLIENT = new URL("../build/client/", import.meta.url);
/** Remix builds the browser's files first; the sheets that the server's own build leaves there are linked by no page. */
const SHEET = /^(?!server-build-).*\.css$/;

/**
 * The built style sheets taken apart, by their addresses: `virtual:page-sheets`, for pages that carry what they use of
 * them. Development has none.
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

/** A style sheet taken apart. */
export function sheetOf(css: string): Sheet {
  return partsOf(parse(css).nodes);
}

function partsOf(nodes: ChildNode[]): Sheet {
  return nodes.flatMap((node): Sheet => {
    if (node.type === "comment") return [];
    if (node.type === "rule")
      return [{ selectors: node.selectors.map((text) => ({ text, classes: classesOf(text) })), body: bodyOf(node) }];
    // Steps of an animation, a font: none of theirs hangs on a class.
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

/** The classes without which a selector finds nothing; those in brackets may be one of several, or just not be there. */
function classesOf(selector: string): string[] {
  let outer = selector;
  for (let before = ""; before !== outer;) [before, outer] = [outer, outer.replace(/\([^()]*\)/g, "")];
  return [...outer.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name);
}
