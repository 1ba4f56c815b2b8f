import { synonymsOf } from "~/features/search-synonyms/synonyms.server";
import type { Services } from "~/platform/services.server";
import { foldForSearch } from "~/platform/folding";
import type { Reach } from "~/features/delivery/reach.server";
import { seasonIn } from "~/features/products/season-schema";
import { memory } from "../memory.server";
import type { ProductSort } from "../schema";
import { areMany, candidates, isCutShort, MOST_FOUND, type Candidate, type Filters } from "./candidates.server";
import { corrected } from "./corrections.server";
import { facetsOf, isSet, passes } from "./facets.server";
import { fewerWords } from "./fewer-words.server";
import { mayReachMore } from "./reached.server";
import { mayMeanStall, relevanceOf } from "./relevance.server";
import type { SearchResult } from "./search-result";
import { withSynonyms } from "./with-synonyms.server";
import { wordsOf, type Word } from "./words.server";

export interface Search {
  q: string;
  filters: Filters;
  sort: ProductSort;
  /** Keeps only products that reach the place; null keeps all. */
  reach: Reach | null;
}

/**
 * Finds products by words, filters or both. Runs one statement, two with a filter, and one more for words that no index
 * knows. If no product has the words, it runs up to five more. A cached result takes none.
 */
export async function search(services: Services, query: Search): Promise<SearchResult> {
  const { searches } = memory(services);
  const key = JSON.stringify({ ...query, reach: query.reach?.key });
  const cachedResult = searches.get(key);
  if (cachedResult) return cachedResult;
  const result = await find(services, query);
  searches.set(key, result);
  return result;
}

interface Scored {
  product: Candidate;
  score: number;
}

/** The request: words, and the typed text, which may be a SKU. */
interface Asked {
  words: Word[];
  typed: string;
  reach: Reach | null;
}

async function find(services: Services, { q, filters, sort, reach }: Search): Promise<SearchResult> {
  const { db, dialect } = services;
  const synonyms = q ? await synonymsOf(services) : new Map<string, string[]>();
  const request = { words: withSynonyms(wordsOf(q), synonyms), typed: foldForSearch(q), reach };
  let correctedRequest = request;
  let { answers, many } = await answersTo(services, request, filters);
  if (answers.length === 0) {
    const words = await corrected(db, request.words, synonyms);
    if (words) {
      correctedRequest = { words, typed: "", reach };
      ({ answers, many } = await answersTo(services, correctedRequest, filters));
    }
  }
  const fewer =
    answers.length === 0 && correctedRequest.words.length > 1
      ? await fewerWords(db, dialect, correctedRequest.words)
      : null;
  if (fewer) {
    correctedRequest = { words: fewer.words, typed: "", reach };
    ({ answers, many } = await answersTo(services, correctedRequest, filters));
  }
  const short = await isCutShort(db, dialect, correctedRequest);
  const isReachCut = reach !== null && correctedRequest.words.length === 0 && !many && (await mayReachMore(db, reach));
  const scored = sorted(
    answers.filter(({ product }) => passes(product, filters)),
    sort,
  );
  const isCorrected = answers.length > 0 && correctedRequest.words.some(({ isCorrection }) => isCorrection);
  const spelling = isCorrected ? spelled(correctedRequest.words, answers) : undefined;
  return {
    ids: scored.map(({ product }) => product._id),
    cut: many || short || isReachCut,
    short,
    ...(spelling !== undefined && { corrected: spelling }),
    facets: many
      ? null
      : facetsOf(
          answers.map(({ product }) => product),
          filters,
        ),
    dropped: answers.length > 0 && fewer ? fewer.dropped : [],
    instead: fewer?.instead ?? [],
  };
}

/** The matching products, newest first: with too `many`, only the newest, or the newest that pass the filter. */
async function answersTo(
  { db, dialect }: Services,
  request: Asked,
  filters: Filters,
): Promise<{ answers: Scored[]; many: boolean }> {
  const scored = (rows: Candidate[]): Scored[] =>
    rows.slice(0, MOST_FOUND).flatMap((product) => {
      if (request.reach && !doesReach(request.reach, product)) return [];
      const score = relevanceOf(product, request.words, request.typed);
      return score === null ? [] : [{ product, score }];
    });
  // A product that passes a filter may be older than the newest ones.
  if ((isSet(filters) || request.reach) && (await areMany(db, dialect, request))) {
    const answers = scored(await candidates(db, dialect, request, filters));
    if (answers.length > 0) return { answers, many: true };
  }
  const rows = await candidates(db, dialect, request);
  return { answers: scored(rows), many: rows.length > MOST_FOUND };
}

/** Whether a product reaches the place with the notice that it needs, and in its season. */
function doesReach(reach: Reach, { _id, merchantId, noticeHours = 0, ...season }: Candidate): boolean {
  const { seasonFrom = null, seasonUntil = null, seasonYearly = 0 } = season;
  const goods = { _id, merchantId, noticeHours, season: seasonIn({ seasonFrom, seasonUntil, seasonYearly }) };
  return reach.of(goods) === "yes";
}

const ORDERS: Record<Exclude<ProductSort, "latest" | "price-up">, (a: Scored, b: Scored) => number> = {
  relevance: (a, b) => b.score - a.score,
  price: (a, b) => b.product.priceCents - a.product.priceCents,
  rating: (a, b) => b.product.ratingScore - a.product.ratingScore,
};

/** Sorts products that come newest first. Equal ones stay newest first, or oldest first with `price-up`. */
function sorted(newestFirst: Scored[], sort: ProductSort): Scored[] {
  if (sort === "latest") return newestFirst;
  // The `price` order reversed, because one index gives both.
  if (sort === "price-up") return newestFirst.toSorted(ORDERS.price).toReversed();
  return newestFirst.toSorted(ORDERS[sort]);
}

/** The words with their corrections, in a form that the products found have. */
function spelled(words: Word[], answers: Scored[]): string {
  const lines = answers.map(({ product }) => product.searchText.split("\n"));
  const texts = { withStall: lines.flat(), withoutStall: lines.flatMap((all) => all.slice(0, -1)) };
  return words
    .map((word) => {
      const indexedTexts = mayMeanStall(word) ? texts.withStall : texts.withoutStall;
      const form = word.isCorrection && word.whole.find((text) => indexedTexts.some((line) => line.includes(text)));
      return form || word.typed;
    })
    .join(" ");
}
