import { createHash } from "node:crypto";

/** What is known of the person for whom a template is filled in, by the names of its placeholders. */
export type ValueOf = (name: string) => string | number;

/** A page of one person. */
export interface FilledPage {
  body: Buffer;
  /** The content security policy, which names the page's very scripts. */
  policy: string;
}

/** In which language a value is written down. */
type Language = "html" | "json in script" | "text in script";
type Part =
  | Buffer
  | { name: string; language: Language }
  | { name: string; variants: Map<string, Part[]> }
  | { script: Part[]; hash: string };

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
export function compileTemplate(html: string, policy: string, word: string): (valueOf: ValueOf) => FilledPage {
  const placeholder = `placeholder-${word}-([\\w.]+)-`;
  const tokens = new RegExp(
    `(\\\\"${placeholder}\\\\")|${placeholder}(?:\\{([\\d*]*)\\}(?:${APART}(?=placeholder-))?)?`,
    "g",
  );

  /** A stretch of the page; `inScript` is one of our own scripts, all of which are JSON within a text. */
  function partsOf(text: string, inScript: boolean): Part[] {
    const whole: Part[] = [];
    const open: { name: string; variants: Map<string, Part[]> }[] = [];
    let parts = whole;
    let end = 0;
    for (const { index, 0: token, 1: quoted, 2: quotedName, 3: name = quotedName ?? "", 4: variant } of text.matchAll(
      tokens,
    )) {
      if (index > end) parts.push(Buffer.from(text.slice(end, index)));
      end = index + token.length;
      const last = open.at(-1);
      if (variant === undefined)
        parts.push({ name, language: !inScript ? "html" : quoted ? "json in script" : "text in script" });
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

  const parts: Part[] = [];
  let end = 0;
  for (const { index, 1: code = "", 0: script } of html.matchAll(/<script[^>]*>([^]*?)<\/script>/g)) {
    if (!code.includes(`placeholder-${word}`)) continue;
    const begin = index + script.indexOf(">") + 1;
    parts.push(...partsOf(html.slice(end, begin), false), {
      script: partsOf(code, true),
      hash: hashOf([Buffer.from(code)]),
    });
    end = begin + code.length;
  }
  parts.push(...partsOf(html.slice(end), false));

  return (valueOf) => {
    let allowed = policy;
    const buffers: Buffer[] = [];
    const write = (list: Part[], to: Buffer[]) => {
      for (const part of list) {
        if (Buffer.isBuffer(part)) to.push(part);
        else if ("language" in part) to.push(Buffer.from(written(valueOf(part.name), part.language)));
        else if ("variants" in part) {
          const value = valueOf(part.name);
          const chosen = part.variants.get(String(value)) ?? part.variants.get("*");
          if (!chosen) throw new CannotFill(`There is no variant of ${part.name} for ${value}.`);
          write(chosen, to);
        } else {
          const code: Buffer[] = [];
          write(part.script, code);
          // What is not allowed as it stands is not ours.
          if (!allowed.includes(part.hash)) throw new CannotFill("A script with placeholders is not in the policy.");
          allowed = allowed.replace(part.hash, hashOf(code));
          to.push(...code);
        }
      }
    };
    write(parts, buffers);
    return { body: Buffer.concat(buffers), policy: allowed };
  };
}

function hashOf(code: Buffer[]): string {
  const hash = createHash("sha256");
  for (const part of code) hash.update(part);
  return `'sha256-${hash.digest("base64")}'`;
}

const IN_HTML: Record<string, string> = { '"': "&quot;", "&": "&amp;", "'": "&#x27;", "<": "&lt;", ">": "&gt;" };

/** As React writes it, and as Remix writes a page's data: JSON in a text of a script. */
function written(value: string | number, language: Language): string {
  if (language === "html") return String(value).replace(/["&'<>]/g, (sign) => IN_HTML[sign] ?? sign);
  const json = JSON.stringify(language === "json in script" ? value : String(value));
  const inText = JSON.stringify(language === "json in script" ? json : json.slice(1, -1)).slice(1, -1);
  return inText.replace(/[&<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
