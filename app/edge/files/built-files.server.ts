import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ContentEncoding } from "~/edge/http/content-encoding.server";
import type { CachedAnswer } from "~/edge/cache/cached-answers.server";

const BESIDE: Record<ContentEncoding, string> = { br: ".br", gzip: ".gz", identity: "" };
/** Content types of the files that the build compresses. */
const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};
/** Files whose name contains a hash of their content. */
const NAMED = /^\/assets\//;

/** The addresses of the browser's files that the build left in `folder`, without the service worker's if it is off. */
export function builtFiles(folder: string, serviceWorker = true): Set<string> {
  const addresses = new Set(
    // Without `withFileTypes`, Node asks the disk for the type of each entry.
    readdirSync(folder, { recursive: true, withFileTypes: true }).map(
      ({ parentPath, name }) => `/${path.relative(folder, path.join(parentPath, name)).replaceAll(path.sep, "/")}`,
    ),
  );
  if (!serviceWorker) addresses.delete("/sw.js");
  return addresses;
}

/**
 * Scripts and styles as the build has compressed them. Each is read on its first request and kept in memory, because
 * one touch of a page requests a dozen. All take 2 MB, a quarter of it for buyers. Returns null for any other address.
 */
export function textsInMemory(
  folder: string,
  fileNames: ReadonlySet<string>,
): (address: string) => CachedAnswer | null {
  const answers = new Map<string, CachedAnswer>();
  return (address) => {
    const before = answers.get(address);
    if (before) return before;
    const type = TYPES[path.posix.extname(address)];
    if (!type || !fileNames.has(address) || !fileNames.has(`${address}${BESIDE.br}`)) return null;
    const body = (encoding: ContentEncoding) => readFileSync(path.join(folder, `${address}${BESIDE[encoding]}`));
    const control = NAMED.test(address) ? "public, max-age=31536000, immutable" : "no-cache";
    const answer = {
      headers: [
        ["Content-Type", type],
        ["Cache-Control", control],
      ] as [string, string][],
      bodies: { br: body("br"), gzip: body("gzip"), identity: body("identity") },
    };
    answers.set(address, answer);
    return answer;
  };
}
