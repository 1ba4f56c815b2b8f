import { createHash, randomBytes } from "node:crypto";

/** A word for one rendering: what is not rendered by us cannot carry it. */
export function scriptMark(): string {
  return randomBytes(16).toString("hex");
}

/**
 * Finds the scripts of a rendered page that carry the mark, and takes it out. Answers the page, the same for everybody,
 * and the CSP sources of those scripts: whatever else stands in the page, a text of somebody's included, is not allowed
 * by them. Hashes rather than nonces in what is sent, for the page may be cached.
 */
export function ownScripts(html: string, mark: string): { html: string; sources: string[] } {
  const marked = new RegExp(`<script(?=[^>]*\\snonce="${mark}")(?![^>]*\\ssrc=)[^>]*>([^]*?)</script>`, "g");
  const sources = [...html.matchAll(marked)].map(
    ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );
  return { html: html.replaceAll(` nonce="${mark}"`, ""), sources: [...new Set(sources)] };
}
