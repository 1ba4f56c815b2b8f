import type { IncomingMessage } from "node:http";

/** Limits on a request: several times what our own addresses and their browsers ever need. */
export const REQUEST_BOUNDS = {
  pathCharacters: 1024,
  pathSegments: 16,
  parameters: 256,
  queryCharacters: 8192,
  cookies: 100,
};

/** Headers that may occur once. Of two, a proxy may have read the one that Node drops. */
const SINGLE = new Set(["host", "authorization", "content-type", "content-length", "origin", "referer"]);

/** Whether a header that may occur once occurs twice, with the same value or another. */
export function hasDoubleHeader({ rawHeaders = [] }: Partial<Pick<IncomingMessage, "rawHeaders">>): boolean {
  const names = new Set<string>();
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = (rawHeaders[n] ?? "").toLowerCase();
    if (SINGLE.has(name) && names.has(name)) return true;
    names.add(name);
  }
  return false;
}

/** Whether a query is longer, or has more parameters, than any address of ours. */
export function asksForTooMuch(query: string): boolean {
  return query.length > REQUEST_BOUNDS.queryCharacters || countOf(query, /&/g) >= REQUEST_BOUNDS.parameters;
}

/** The number of times that a pattern occurs in a text. */
export function countOf(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0;
}
