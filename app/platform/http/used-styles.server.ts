import { createHash } from "node:crypto";

/** A parsed style sheet: text that always belongs to it, rules by their selectors, and groups such as `@media`. */
export type Sheet = Part[];
type Part =
  | string
  | { selectors: { text: string; classes: string[] }[]; body: string }
  | { open: string; parts: Part[] };

/** The place of the styles in a page: an empty element that root.tsx renders before all sheets. */
const PLACE = "<style></style>";
const LINK = /<link rel="stylesheet" href="([^"]+)"\/>/g;

/**
 * Puts into a page what it uses of its style sheets, so that a browser can show it without another request. Returns the
 * page and the CSP source of these styles. A rule is used if every class that it needs is a word of the page, anywhere,
 * because the small script takes names of classes from an attribute. The links stay where they are, but browsers ignore
 * them until ui/carried-styles makes them links to style sheets. `sheets` are by their addresses. If one of the page's
 * sheets is not among them, the page stays as it is, and the source is that of the empty place.
 */
export function withUsedStyles(
  html: string,
  sheets: Readonly<Record<string, Sheet>>,
): { html: string; sources: string[] } {
  const hrefs = [...html.matchAll(LINK)].map(([, href = ""]) => href);
  if (hrefs.length === 0 || !hrefs.every((href) => sheets[href])) return { html, sources: [sourceOf("")] };
  const words = new Set(html.match(/[A-Za-z_][\w-]*/g));
  const css = hrefs.map((href) => usedOf(sheets[href] ?? [], words)).join("");
  return {
    html: html.replace(PLACE, () => `<style>${css}</style>`).replace(LINK, '<link data-sheet href="$1"/>'),
    sources: [sourceOf(css)],
  };
}

const sourceOf = (css: string) => `'sha256-${createHash("sha256").update(css).digest("base64")}'`;

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
