import { createHash } from "node:crypto";

/** A style sheet taken apart: what always belongs to it, rules by their selectors, and groups such as `@media`. */
export type Sheet = Part[];
type Part =
  string | { selectors: { text: string; classes: string[] }[]; body: string } | { open: string; parts: Part[] };

const LINK = /<link rel="stylesheet" href="([^"]+)"\/>/g;

/**
 * A page that carries what it uses of its style sheets in the place of links to them, so that a browser can show it
 * without asking for anything else; and the CSP sources of these styles. A rule is used where every class that it needs
 * is a word of the page, wherever that stands: the small script takes names of classes from an attribute. Each `<style>`
 * says in `data-href` which sheet it is of. `sheets` are by their addresses; one that is not among them stays linked.
 */
export function withUsedStyles(
  html: string,
  sheets: Readonly<Record<string, Sheet>>,
): { html: string; sources: string[] } {
  const words = new Set(html.match(/[A-Za-z][\w-]*/g));
  const sources: string[] = [];
  const hrefs: string[] = [];
  const styled = html.replace(LINK, (link, href: string) => {
    const sheet = sheets[href];
    if (!sheet) return link;
    const css = usedOf(sheet, words);
    hrefs.push(href);
    sources.push(`'sha256-${createHash("sha256").update(css).digest("base64")}'`);
    return `<style data-href="${href}">${css}</style>`;
  });
  // Once React comes it wants them whole, and they come with its scripts.
  return { html: styled.replace(/ data-files="(?=\/)/, ` data-files="${[...hrefs, ""].join(" ")}`), sources };
}

function usedOf(parts: Part[], words: ReadonlySet<string>): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      if ("parts" in part) {
        const inner = usedOf(part.parts, words);
        return inner && `${part.open}${inner}}`;
      }
      const used = part.selectors.filter(({ classes }) => classes.every((name) => words.has(name)));
      return used.length > 0 ? `${used.map(({ text }) => text).join(",")}{${part.body}}` : "";
    })
    .join("");
}
