import type { Facets } from "./facets.server";

/** The result of a search. */
export interface SearchResult {
  /** All results, in the order asked for. */
  ids: string[];
  /** Whether more products have the words than are ordered and counted. The results are then the newest of them. */
  cut: boolean;
  /** Whether it is cut because a word is too short for the index. Older products may have the word, or none. */
  short: boolean;
  /** The words that were searched for in place of words that no product has. */
  corrected?: string;
  /** Null if more products match than are counted. */
  facets: Facets | null;
  /** Words, as they were typed, that were left out because no product has all of them. */
  dropped: string[];
  /** The words among those left out that find something on their own. */
  instead: string[];
}
