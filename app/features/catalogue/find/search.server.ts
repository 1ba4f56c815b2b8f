import type { Services } from "~/platform/services.server";
import { foldForSearch } from "~/platform/folding";
import { memory } from "../memory.server";
import type { ProductSort } from "../schema";
import { areMany, candidates, isCutShort, MOST_FOUND, type Candidate, type Filters } from "./candidates.server";
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

/**
 * Products by words, filters or both. A statement, two with a filter, three more where nothing has the words, one more
 * for one or two letters; what is known already, none.
 */
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

/** What is looked for: words, and what was typed, which may be a SKU. */
interface Asked {
  words: Word[];
  typed: string;
}

async function find(services: Services, { q, filters, sort }: Search): Promise<Found> {
  const { db, dialect } = services;
  const asked = { words: wordsOf(q), typed: foldForSearch(q) };
  let meant = asked;
  let { answers, many } = await answersTo(services, asked, filters);
  if (answers.length === 0) {
    const words = await corrected(db, asked.words);
    if (words) {
      meant = { words, typed: "" };
      ({ answers, many } = await answersTo(services, meant, filters));
    }
  }
  const short = await isCutShort(db, dialect, meant);
  const left = sorted(
    answers.filter(({ product }) => passes(product, filters)),
    sort,
  );
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

/** What answers, newest first: of `many` the newest, and where a filter is set, of those that pass it. */
async function answersTo(
  { db, dialect }: Services,
  asked: Asked,
  filters: Filters,
): Promise<{ answers: Scored[]; many: boolean }> {
  const scored = (rows: Candidate[]): Scored[] =>
    rows.slice(0, MOST_FOUND).flatMap((product) => {
      const score = relevanceOf(product, asked.words, asked.typed);
      return score === null ? [] : [{ product, score }];
    });
  // What passes a filter may be older than the newest.
  if (isSet(filters) && (await areMany(db, dialect, asked))) {
    const answers = scored(await candidates(db, dialect, asked, filters));
    if (answers.length > 0) return { answers, many: true };
  }
  const rows = await candidates(db, dialect, asked);
  return { answers: scored(rows), many: rows.length > MOST_FOUND };
}

const ORDERS: Record<Exclude<ProductSort, "latest" | "price-up">, (a: Scored, b: Scored) => number> = {
  relevance: (a, b) => b.score - a.score,
  price: (a, b) => b.product.priceCents - a.product.priceCents,
  rating: (a, b) => (b.product.rating ?? 0) - (a.product.rating ?? 0),
};

/** What is newest first in another order, newest first among equals. */
function sorted(newestFirst: Scored[], sort: ProductSort): Scored[] {
  if (sort === "latest") return newestFirst;
  // The same list from its end, as one index gives both.
  if (sort === "price-up") return newestFirst.toSorted(ORDERS.price).toReversed();
  return newestFirst.toSorted(ORDERS[sort]);
}

/** The words that were found in the place of those typed, as one would type them. */
function spelled(words: Word[], answers: Scored[]): string {
  const held = answers.map(({ product }) => product.searchText).join("\n");
  return words
    .map(({ typed, inside, whole }) =>
      inside.length > 0 ? typed : (whole.find((word) => held.includes(word)) ?? typed),
    )
    .join(" ");
}
