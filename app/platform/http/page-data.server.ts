import { randomBytes } from "node:crypto";

/** A word for one rendering, which Remix puts on the scripts of the data: what is not rendered by it cannot carry it. */
export const dataMark = () => randomBytes(16).toString("hex");

/** Before a page's data. What stands there is text to a browser: only the page's scripts read it, once React is wanted. */
export const DATA_OPEN = '<script type="text/plain" id="page-data">';
const DATA_CLOSE = "</script>";
const PAGE_END = "</html>";

/**
 * Puts a page's data where ui/on-intent renders a place for them. Remix writes them behind the page, as scripts that
 * hand each text on; run by every browser, and a third longer, for JSON within a text is full of backslashes.
 */
export function withDataAsText(html: string, mark: string): string {
  if (!html.includes(DATA_OPEN + DATA_CLOSE)) return html;
  const end = html.lastIndexOf(PAGE_END) + PAGE_END.length;
  const handOver = `<script nonce="${mark}">window.__remixContext.streamController.enqueue(`;
  const texts = html
    .slice(end)
    .split(handOver)
    .slice(1)
    .map((rest) => JSON.parse(rest.slice(0, rest.indexOf(");</script>"))) as string);
  if (texts.length === 0) throw new Error("Remix no longer hands over a page's data behind the page.");
  return html.slice(0, end).replace(DATA_OPEN, () => DATA_OPEN + inScript(texts.join("")));
}

/** JSON as it may stand in an element that holds text alone. */
export const inScript = (json: string) => json.replaceAll("<", "\\u003c");
