import { sql } from "kysely";
import type { Db } from "~/platform/database/database.server";
import { SHORTEST_INDEXED, type Dialect } from "~/platform/database/dialects/dialect";
import { foldForSearch } from "~/platform/folding";
import { synonymsOf } from "~/features/search-synonyms/synonyms.server";
import type { Services } from "~/platform/services.server";
import { memory } from "../memory.server";
import { categories } from "../rules.server";
import { corrected } from "./corrections.server";
import { withSynonyms } from "./with-synonyms.server";
import { lookedUp, placeIn, wordsOf, type Word } from "./words.server";
import { tagsIn } from "~/features/products/stored-json";

const MOST_SUGGESTIONS = 8;
/** The most bytes of all suggestions as JSON, so that an answer with its headers is small compared to a page. */
const MOST_BYTES = 1800;
/** The most of the newest products with the words that are looked at. */
const MOST_LOOKED_AT = 100;

/**
 * Searches that somebody who has typed `q` may want: titles, categories, tags and stalls that have its words, the last
 * of which may be incomplete. The best matches come first. Runs two statements, four if nothing has the words, and none
 * if the answer is cached. Their cost is bounded, however large the catalogue.
 */
export async function suggestions(services: Services, q: string): Promise<string[]> {
  const prefix = foldForSearch(q);
  if (prefix === "") return [];
  const { suggested } = memory(services);
  const cachedTitles = suggested.get(prefix);
  if (cachedTitles) return cachedTitles;
  const titles = await suggest(services, prefix);
  suggested.set(prefix, titles);
  return titles;
}

async function suggest(services: Services, prefix: string): Promise<string[]> {
  const { db, dialect } = services;
  const titles = (await categories(services)).filter(({ products }) => products > 0).map(({ title }) => title);
  // One or two letters are in the middle of nearly every text, so only categories with a word that begins so match.
  if (prefix.length < SHORTEST_INDEXED && lookedUp(wordsOf(prefix)[0] ?? NO_WORD) === null)
    return bounded(
      titles.filter((title) =>
        foldForSearch(title)
          .split(" ")
          .some((word) => word.startsWith(prefix)),
      ),
    );
  const synonyms = await synonymsOf(services);
  const words = withSynonyms(wordsOf(prefix), synonyms);
  const rankedTexts = ranked([...titles, ...(await textsWith(db, dialect, words))], words);
  if (rankedTexts.length > 0) return bounded(rankedTexts);
  const correction = await corrected(db, words, synonyms);
  return correction ? bounded(ranked([...titles, ...(await textsWith(db, dialect, correction))], correction)) : [];
}

const NO_WORD: Word = { typed: "", inside: [], whole: [] };

/** Titles, tags and stalls of the newest products that have all of the words. Runs one statement. */
async function textsWith(db: Db, dialect: Dialect, words: Word[]): Promise<string[]> {
  const texts = words.flatMap((word) => {
    const lookup = lookedUp(word);
    return lookup ? [lookup] : [];
  });
  if (texts.length === 0) return [];
  const rows = await db
    .selectFrom("products as p")
    .leftJoin("stores as s", "s.userId", "p.merchantId")
    .select(["p.title", "p.tags", "s.storeName"])
    .where("p.seq", "in", sql<number>`(select "seq" from (${dialect.searched(texts, MOST_LOOKED_AT)}) as "chosen")`)
    .orderBy("p.createdAt", "desc")
    .orderBy("p._id", "desc")
    .execute();
  return rows.flatMap(({ title, tags, storeName }) => [title, ...tagsIn(tags), storeName ?? ""]);
}

/** The texts that have every word, each once whatever its case and accents. Those with whole words come first. */
function ranked(texts: string[], words: Word[]): string[] {
  const textsByFolded = new Map(texts.map((text) => [foldForSearch(text), text]));
  return [...textsByFolded]
    .flatMap(([foldedText, text]) => {
      const places = words.map((word) => placeIn(foldedText, word));
      return places.includes(0) ? [] : [{ text, place: places.reduce<number>((sum, place) => sum + place, 0) }];
    })
    .toSorted((a, b) => b.place - a.place)
    .map(({ text }) => text);
}

/** The first texts, as many as an answer may contain. */
function bounded(texts: string[]): string[] {
  let bytes = 0;
  return texts.slice(0, MOST_SUGGESTIONS).filter((text) => {
    bytes += Buffer.byteLength(JSON.stringify(text)) + 1;
    return bytes <= MOST_BYTES;
  });
}
