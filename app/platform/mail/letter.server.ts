import type { Config } from "~/platform/config.server";
import { unturned } from "~/platform/written";
import type { Mail } from "./transport.server";

type Part = string | { code: string } | { button: string; href: string } | { rows: [label: string, value: string][] };

/** The content of a mail: a greeting and parts, one after the other. */
export interface Letter {
  to: string;
  subject: string;
  greeting: string;
  parts: Part[];
  unsubscribe?: string;
}

/**
 * Renders a letter as text and as HTML. The HTML is plain and has no pictures, so that it reads well in any mail
 * program and weighs little.
 */
export function mailOf(source: Letter, { market, publicUrl }: Pick<Config, "market" | "publicUrl">): Mail {
  const letter = {
    ...source,
    subject: onOneLine(source.subject),
    greeting: harmless(source.greeting),
    parts: source.parts.map(plain),
  };
  const foot = [
    `${market.name} · ${market.address}`,
    letter.unsubscribe && `Unsubscribe: ${letter.unsubscribe}`,
  ].filter(Boolean);
  const text = [letter.greeting, ...letter.parts.map(textOf), ["-- ", ...foot].join("\n")].join("\n\n");
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(letter.subject)}</title></head>
<body style="margin:0;background:#FBFAF5;color:#1D2A21;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere"><div style="max-width:34rem;margin:0 auto;padding:24px 16px">
<p style="font:600 22px Georgia,serif;margin:0 0 16px"><a href="${escape(publicUrl)}" style="color:#1E7A3C;text-decoration:none">${escape(market.name)}</a></p>
<div style="background:#fff;border:1px solid #E6E3D8;border-radius:14px;padding:8px 24px 16px"><p>${escape(letter.greeting)}</p>
${letter.parts.map(htmlOf).join("\n")}
</div><p style="font-size:13px;color:#57635B">${escape(foot[0] as string)}${letter.unsubscribe ? ` · <a href="${escape(letter.unsubscribe)}" style="color:#57635B">Unsubscribe</a>` : ""}</p></div></body></html>`;
  return {
    to: letter.to,
    subject: letter.subject,
    text,
    html,
    ...(letter.unsubscribe && { unsubscribe: letter.unsubscribe }),
  };
}

function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
}

/**
 * A greeting contains a name that its person chose. Mail programs turn text that looks like an address into a link, and
 * our mails must not carry somebody's link. Such a greeting becomes one without a name.
 */
function harmless(greeting: string): string {
  const line = onOneLine(greeting);
  return line.length > 100 || /[/\\@<>]|:|\p{L}\.\p{L}|www/iu.test(line) ? "Hello," : line;
}

/** A part without marks that reverse text, which names and titles stored before they were cleaned may contain. */
function plain(part: Part): Part {
  if (typeof part === "string") return unturned(part);
  if (!("rows" in part)) return part;
  return { rows: part.rows.map(([label, value]) => [unturned(label), unturned(value)]) };
}

function textOf(part: Part): string {
  if (typeof part === "string") return part;
  if ("code" in part) return `    ${part.code}`;
  if ("button" in part) return `${part.button}:\n${part.href}`;
  return part.rows.map(([label, value]) => `${label}: ${value}`).join("\n");
}

/** A sum stays on its line. A longer value, such as the number of a parcel, is somebody's words and breaks. */
const LONGEST_SUM = 16;

function htmlOf(part: Part): string {
  if (typeof part === "string") return `<p>${escape(part)}</p>`;
  if ("code" in part)
    return `<p style="font:700 32px ui-monospace,monospace;letter-spacing:.25em;margin:16px 0">${escape(part.code)}</p>`;
  if ("button" in part)
    return `<p><a href="${escape(part.href)}" style="display:inline-block;background:#1E7A3C;color:#fff;font-weight:600;text-decoration:none;padding:12px 20px;border-radius:6px">${escape(part.button)}</a></p>`;
  const rows = part.rows.map(
    ([label, value]) =>
      `<tr><td style="padding:4px 16px 4px 0">${escape(label)}</td><td style="text-align:right${value.length > LONGEST_SUM ? "" : ";white-space:nowrap"}">${escape(value)}</td></tr>`,
  );
  return `<table style="width:100%;border-collapse:collapse">${rows.join("")}</table>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
