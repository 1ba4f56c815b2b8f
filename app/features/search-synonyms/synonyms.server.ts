import pluralize from "pluralize";
import type { Db } from "~/platform/database/database.server";
import { foldForSearch } from "~/platform/folding";
import type { Services } from "~/platform/services.server";

/** The other phrases of a phrase's groups, keyed by the phrase in its singular. All are folded. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;

/** The tag with which `announceChange` announces a change of the list. */
export const SYNONYMS = "synonyms";
/** After this time at the latest, another process has a change of the list. */
const MOST_MS = 60_000;

interface Cache {
  readAt: number;
  synonyms: Synonyms;
}

/** By database. A change with the tag drops the list. Others keep it, so that searches cost no extra statement. */
const caches = new WeakMap<Services["dialect"], Cache | null>();

/** The market's synonyms. One statement, each minute and after a change here. Another process may be a minute late. */
export async function synonymsOf({ db, dialect }: Services): Promise<Synonyms> {
  const cache = caches.get(dialect);
  if (cache && performance.now() - cache.readAt < MOST_MS) return cache.synonyms;
  if (cache === undefined)
    dialect.changes().listen((tags) => {
      if (tags?.includes(SYNONYMS)) caches.set(dialect, null);
    });
  const fresh = { readAt: performance.now(), synonyms: synonymsIn(await groupsOf(db)) };
  caches.set(dialect, fresh);
  return fresh.synonyms;
}

/** The groups as they were saved, in order. */
export async function groupsOf(db: Db): Promise<string[][]> {
  const rows = await db.selectFrom("searchSynonyms").select("words").orderBy("position").execute();
  return rows.map(({ words }) => wordsOfRow(words));
}

/** The words of a group from its row. */
export const wordsOfRow = (words: string): string[] => words.split(",").map((word) => word.trim());

export function synonymsIn(groups: readonly (readonly string[])[]): Synonyms {
  const synonyms = new Map<string, string[]>();
  for (const group of groups) {
    const phrases = group.map(foldForSearch);
    for (const phrase of phrases) {
      const key = singularOf(phrase);
      const alternatives = phrases.filter((phraseOfGroup) => singularOf(phraseOfGroup) !== key);
      synonyms.set(key, [...new Set([...(synonyms.get(key) ?? []), ...alternatives])]);
    }
  }
  return synonyms;
}

/** A folded phrase in the form of the list's keys: each word in its singular. */
export const singularOf = (phrase: string): string =>
  phrase
    .split(" ")
    .map((word) => (/^[a-z]{3,30}$/.test(word) ? pluralize.singular(word) : word))
    .join(" ");
