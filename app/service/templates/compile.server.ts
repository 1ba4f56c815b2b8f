import { DATA_OPEN, inScript } from "~/platform/http/page-data.server";

/** What is known of the person for whom a template is filled in, by the names of its placeholders. */
export type ValueOf = (name: string) => string | number;

/** In which language a value is written down: the page's, or that of its data, of which it is a text or in one. */
type Language = "html" | "json" | "text in json";
type Part = Buffer | { name: string; language: Language } | { name: string; variants: Map<string, Part[]> };

/** Thrown for a value that the template has no place for: the page is rendered without it then. */
export class CannotFill extends Error {
  override name = "CannotFill";
}

/** React keeps neighbouring texts apart by these; between our marks they are in nobody's way. */
const APART = "<!-- -->";

/**
 * Reads a rendered template once, so that filling it in is little more than joining buffers. `word` is what its
 * placeholders carry and nobody could know before: no text of somebody's passes for one.
 */
export function compileTemplate(html: string, word: string): (valueOf: ValueOf) => Buffer {
  const placeholder = (name: string) => `placeholder-${word}-(?<${name}>[\\w.]+)-`;
  const inText = `${placeholder("name")}(?:\\{(?<variant>[\\d*]*)\\}(?:${APART}(?=placeholder-))?)?`;
  const tokens = {
    html: new RegExp(inText, "g"),
    data: new RegExp(`"${placeholder("whole")}"|${inText}`, "g"),
  };

  /** A stretch of the page, or its data. */
  function partsOf(text: string, kind: "html" | "data"): Part[] {
    const whole: Part[] = [];
    const open: { name: string; variants: Map<string, Part[]> }[] = [];
    let parts = whole;
    let end = 0;
    for (const { index, 0: token, groups = {} } of text.matchAll(tokens[kind])) {
      const { whole: value, name = value ?? "", variant } = groups;
      if (index > end) parts.push(Buffer.from(text.slice(end, index)));
      end = index + token.length;
      const last = open.at(-1);
      if (variant === undefined)
        parts.push({ name, language: kind === "html" ? "html" : value ? "json" : "text in json" });
      else if (variant === "") {
        if (last?.name !== name) throw new CannotFill(`${name} ends where it has not begun.`);
        open.pop();
        parts = open.at(-1) ? [...open.at(-1)!.variants.values()].at(-1)! : whole;
      } else {
        const one: Part[] = [];
        if (last?.name === name) last.variants.set(variant, one);
        else {
          const begun = { name, variants: new Map([[variant, one]]) };
          parts.push(begun);
          open.push(begun);
        }
        parts = one;
      }
    }
    if (open.length > 0) throw new CannotFill(`${open[0]!.name} does not end.`);
    if (end < text.length) parts.push(Buffer.from(text.slice(end)));
    return whole;
  }

  const begin = html.indexOf(DATA_OPEN) + DATA_OPEN.length;
  const end = html.indexOf("</script>", begin);
  // The page's policy names its scripts by their hashes, which would no longer be theirs.
  for (const [script, code = ""] of html.matchAll(/<script[^>]*>([^]*?)<\/script>/g))
    if (code.includes(`placeholder-${word}`) && !script.startsWith(DATA_OPEN))
      throw new CannotFill("A script holds a placeholder.");
  const parts = [
    ...partsOf(html.slice(0, begin), "html"),
    ...partsOf(html.slice(begin, end), "data"),
    ...partsOf(html.slice(end), "html"),
  ];

  return (valueOf) => {
    const buffers: Buffer[] = [];
    const write = (list: Part[]) => {
      for (const part of list) {
        if (Buffer.isBuffer(part)) buffers.push(part);
        else if ("language" in part) buffers.push(Buffer.from(written(valueOf(part.name), part.language)));
        else {
          const value = valueOf(part.name);
          const chosen = part.variants.get(String(value)) ?? part.variants.get("*");
          if (!chosen) throw new CannotFill(`There is no variant of ${part.name} for ${value}.`);
          write(chosen);
        }
      }
    };
    write(parts);
    return Buffer.concat(buffers);
  };
}

const IN_HTML: Record<string, string> = { '"': "&quot;", "&": "&amp;", "'": "&#x27;", "<": "&lt;", ">": "&gt;" };

/** As React writes it, and as Remix writes a page's data. */
function written(value: string | number, language: Language): string {
  if (language === "html") return String(value).replace(/["&'<>]/g, (sign) => IN_HTML[sign] ?? sign);
  return inScript(language === "json" ? JSON.stringify(value) : JSON.stringify(String(value)).slice(1, -1));
}
