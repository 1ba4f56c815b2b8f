import type { Services } from "~/platform/services.server";
import { foldForSearch } from "~/platform/folding";
import { memory } from "../memory.server";
import type { ProductSort } from "../schema";
import { candidates, isCutShort, MOST_FOUND, newestFirst, type Candidate, type Filters } from "./candidates.server";
import { corrected } from "./corrections.server";
import { facetsOf, isSet, passes, type Facets } from "./facets.server";
import { relevanceOf } from "./relevance.server";
import { shorter } from "./shorter.server";
import { wordsOf, type Word } from "./words.server";

export interface Search {
  q: string;
  filters: Filters;
  sort: ProductSort;
}

export interface Found {
  /** Of all that was found, in the order asked for. */
  ids: string[];
  /** True where the words are in more products than are ordered and counted: it is the newest of them. */
  cut: boolean;
  /** True where it has been cut because a word is too short for the index: older products may have it, or none. */
  short: boolean;
  /** What was looked for instead of what nothing had. */
  corrected?: string;
  /** Null where more answer than are counted. */
  facets: Facets | null;
  /** Where nothing was found: shorter searches that find something. */
  instead: string[];
}

/** Products by words, filters or both. Two statements, five where nothing has the words, one more for one or two letters; what is known already, none. */
export async function search(services: Services, wanted: Search): Promise<Found> {
  const { searches } = memory(services);
  const key = JSON.stringify(wanted);
  const known = searches.get(key);
  if (known) return known;
  const found = await find(services, wanted);
  searches.set(key, found);
  return found;
}

interface Scored {
  product: Candidate;
  score: number;
}

async function find({ db, dialect }: Services, { q, filters, sort }: Search): Promise<Found> {
  const asked = { words: wordsOf(q), typed: foldForSearch(q) };
  const scored = (rows: Candidate[], { words, typed }: typeof asked): Scored[] =>
    rows.flatMap((product) => {
      const score = relevanceOf(product, words, typed);
      return score === null ? [] : { product, score };
    });
  let meant = asked;
  let rows = await candidates(db, dialect, asked);
  let answers = scored(rows, asked);
  if (answers.length === 0) {
    const words = await corrected(db, asked.words);
    if (words) {
      meant = { words, typed: "" };
      rows = await candidates(db, dialect, meant);
      answers = scored(rows, meant);
    }
  }
  const many = rows.length > MOST_FOUND;
  if (many) {
    // Where a filter is set, what passes it may be older than the newest.
    if (isSet(filters)) rows = await candidates(db, dialect, meant, filters);
    answers = scored(rows.slice(0, MOST_FOUND), meant);
  }
  const short = await isCutShort(db, dialect, meant);
  const left = answers.filter(({ product }) => passes(product, filters)).toSorted(by(sort));
  const spelling = meant === asked || answers.length === 0 ? undefined : spelled(meant.words, answers);
  return {
    ids: left.map(({ product }) => product._id),
    cut: many || short,
    short,
    ...(spelling !== undefined && { corrected: spelling }),
    facets: many
      ? null
      : facetsOf(
          answers.map(({ product }) => product),
          filters,
        ),
    instead: answers.length === 0 ? await shorter(db, dialect, meant.words) : [],
  };
}

const newest = ({ product: a }: Scored, { product: b }: Scored) => newestFirst(a, b);

const ORDERS: Record<ProductSort, (a: Scored, b: Scored) => number> = {
  relevance: (a, b) => b.score - a.score,
  latest: () => 0,
  price: (a, b) => b.product.priceCents - a.product.priceCents,
  // The same list from its end, as one index gives both.
  "price-up": (a, b) => a.product.priceCents - b.product.priceCents || newest(b, a),
  rating: (a, b) => (b.product.rating ?? 0) - (a.product.rating ?? 0),
};

const by = (sort: ProductSort) => (a: Scored, b: Scored) => ORDERS[sort](a, b) || newest(a, b);

/** The words that were found in the place of those typed, as one would type them. */
function spelled(words: Word[], answers: Scored[]): string {
  const held = answers.map(({ product }) => product.searchText).join("\n");
  return words
    .map(({ typed, inside, whole }) =>
      inside.length > 0 ? typed : (whole.find((word) => held.includes(word)) ?? typed),
    )
    .join(" ");
}
