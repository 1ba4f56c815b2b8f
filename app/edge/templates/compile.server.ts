/** Values for the reader of a page, by the names of the template's placeholders. */
export type ValueOf = (name: string) => string | number;

type Part = Buffer | { name: string } | { name: string; variants: Map<string, Part[]> };

/** Thrown if the template has no place for a value. The page is then rendered without a template. */
export class CannotFill extends Error {
  override name = "CannotFill";
}

/** React separates neighbouring texts with this comment. Between two of our placeholders it is dropped. */
const APART = "<!-- -->";

/**
 * Parses a rendered template once, so that filling it in is little more than joining buffers. `word` is in each
 * placeholder and cannot be guessed, so no text of a user is taken for a placeholder.
 */
export function compileTemplate(html: string, word: string): (valueOf: ValueOf) => Buffer {
  const token = `placeholder-${word}-(?<name>[\\w.]+)-(?:\\{(?<variant>[\\d*]*)\\}(?:${APART}(?=placeholder-))?)?`;

  function partsOf(text: string): Part[] {
    const whole: Part[] = [];
    const open: { name: string; variants: Map<string, Part[]> }[] = [];
    let parts = whole;
    let end = 0;
    for (const { index, 0: placeholder, groups = {} } of text.matchAll(new RegExp(token, "g"))) {
      const { name = "", variant } = groups;
      if (index > end) parts.push(Buffer.from(text.slice(end, index)));
      end = index + placeholder.length;
      const last = open.at(-1);
      if (variant === undefined) parts.push({ name });
      else if (variant === "") {
        if (last?.name !== name) throw new CannotFill(`${name} ends where it has not begun.`);
        open.pop();
        parts = open.at(-1) ? [...open.at(-1)!.variants.values()].at(-1)! : whole;
      } else {
        const one: Part[] = [];
        if (last?.name === name) last.variants.set(variant, one);
        else {
          const newPart = { name, variants: new Map([[variant, one]]) };
          parts.push(newPart);
          open.push(newPart);
        }
        parts = one;
      }
    }
    if (open.length > 0) throw new CannotFill(`${open[0]!.name} does not end.`);
    if (end < text.length) parts.push(Buffer.from(text.slice(end)));
    return whole;
  }

  // The page's policy names its scripts by their hashes. A filled-in script would have another hash.
  for (const [, code = ""] of html.matchAll(/<script[^>]*>([^]*?)<\/script>/g))
    if (code.includes(`placeholder-${word}`)) throw new CannotFill("A script holds a placeholder.");
  const parts = partsOf(html);

  return (valueOf) => {
    const buffers: Buffer[] = [];
    const write = (list: Part[]) => {
      for (const part of list) {
        if (Buffer.isBuffer(part)) buffers.push(part);
        else if (!("variants" in part)) buffers.push(Buffer.from(inHtml(valueOf(part.name))));
        else {
          const value = valueOf(part.name);
          const variant = part.variants.get(String(value)) ?? part.variants.get("*");
          if (!variant) throw new CannotFill(`There is no variant of ${part.name} for ${value}.`);
          write(variant);
        }
      }
    };
    write(parts);
    return Buffer.concat(buffers);
  };
}

const IN_HTML: Record<string, string> = { '"': "&quot;", "&": "&amp;", "'": "&#x27;", "<": "&lt;", ">": "&gt;" };

/** Escapes a value as React does. */
const inHtml = (value: string | number) => String(value).replace(/["&'<>]/g, (sign) => IN_HTML[sign] ?? sign);
