import type { Facets } from "./facets.server";

/** The result of a search. */
export interface SearchResult {
  /** The page of the results, in the order asked for. */
  ids: string[];
  /** True where the words are in more products than are ordered and counted: it is the newest of them. */
  cut: boolean;
  /** True where it has been cut because a word is too short for the index: older products may have it, or none. */
  short: boolean;
  /** The words that were looked for instead of those that nothing had. */
  corrected?: string;
  /** Null where more answer than are counted. */
  facets: Facets | null;
  /** Words, as they were typed, that were left out because nothing has all of them. */
  dropped: string[];
  /** Where words were left out: those of them that find something alone. */
  instead: string[];
}
