import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

const ENCODINGS = ["br", "gzip", "identity"] as const;
export type ContentEncoding = (typeof ENCODINGS)[number];

// Browsers send one of a few short headers.
const encodings = new LRUCache<string, ContentEncoding>({
  max: 500,
  maxSize: 100_000,
  sizeCalculation: (_, { length }) => length + 1,
});

/** The encoding to answer with: the one that compresses most of those that the browser's `Accept-Encoding` allows. */
export function contentEncodingFor(acceptEncoding = ""): ContentEncoding {
  const before = encodings.get(acceptEncoding);
  if (before) return before;
  const accepted = new Negotiator({ headers: { "accept-encoding": acceptEncoding } }).encodings([...ENCODINGS]);
  const best = ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? "identity";
  encodings.set(acceptEncoding, best);
  return best;
}
