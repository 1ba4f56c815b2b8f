import { audit, changesOf, type Operator } from "~/features/audit/audit.server";
import { LISTS } from "~/features/cache-tags";
import { learnWords } from "~/features/products/search-words.server";
import type { Db, Trx } from "~/platform/database/database.server";
import { foldForSearch } from "~/platform/folding";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { etagOf, requireMatch, type Expected } from "~/platform/http/versions.server";
import type { Services } from "~/platform/services.server";
import { synonymsAlike, synonymsFull, unknownSynonyms } from "./errors.server";
import { MOST_GROUPS, wordsInText } from "./plain-schema";
import type { SynonymGroup, SynonymWords } from "./schema";
import { singularOf, SYNONYMS, wordsOfRow } from "./synonyms.server";

/** The highest value of the column on Postgres. */
const HIGHEST_POSITION = 2 ** 31 - 1;

/** A group's position never changes, so the group's id is made from it. */
const idAt = (position: number): string => position.toString(16).padStart(24, "0");

/** The position in a group's id. Refuses `unknown_synonyms` if no group can have it. */
function positionOf(groupId: string): number {
  const position = Number.parseInt(groupId, 16);
  if (!(position <= HIGHEST_POSITION)) throw unknownSynonyms();
  return position;
}

/** The groups in which a word contains the text, newest first. All groups if the text is empty. */
export async function synonymGroups(db: Db, text: string): Promise<SynonymGroup[]> {
  const rows = await db
    .selectFrom("searchSynonyms")
    .selectAll()
    .orderBy("position", "desc")
    .limit(MOST_GROUPS)
    .execute();
  const foldedText = foldForSearch(text);
  return rows
    .map(({ position, words }) => ({ _id: idAt(position), words: wordsOfRow(words) }))
    .filter(({ words }) => words.some((word) => foldForSearch(word).includes(foldedText)));
}

/** One group. Refuses `unknown_synonyms`. */
export async function synonymGroupOf(db: Db, groupId: string): Promise<SynonymGroup> {
  const row = await db
    .selectFrom("searchSynonyms")
    .select("words")
    .where("position", "=", positionOf(groupId))
    .executeTakeFirst();
  if (!row) throw unknownSynonyms();
  return { _id: groupId, words: wordsOfRow(row.words) };
}

/** The version of a group, for If-Match. */
export const synonymsVersion = (group: SynonymGroup): string => etagOf(group);

/** Adds a group of words with the same meaning. Refuses `synonyms_alike` and `synonyms_full`. */
export async function addSynonyms(
  services: Services,
  operator: Operator,
  { words }: SynonymWords,
): Promise<SynonymGroup> {
  requireTwo(words);
  return inTransactionOnce(services, async (trx) => {
    await lockGroups(services, trx);
    const { count, last } = await trx
      .selectFrom("searchSynonyms")
      .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.max("position").as("last")])
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_GROUPS) throw synonymsFull();
    const position = Number(last ?? -1) + 1;
    const text = wordsInText(words);
    await trx.insertInto("searchSynonyms").values({ position, words: text }).execute();
    await audit(trx, services, operator, "synonyms.added", text);
    await announce(services, trx, text);
    return { _id: idAt(position), words };
  });
}

/** Changes the words of a group. Refuses `unknown_synonyms` and `synonyms_alike`. */
export async function changeSynonyms(
  services: Services,
  operator: Operator,
  groupId: string,
  { words }: SynonymWords,
  expectedVersion: Expected,
): Promise<SynonymGroup> {
  requireTwo(words);
  return inTransactionOnce(services, async (trx) => {
    await lockGroups(services, trx);
    const before = await synonymGroupOf(trx, groupId);
    requireMatch(before, expectedVersion, synonymsVersion(before));
    const [from, to] = [wordsInText(before.words), wordsInText(words)];
    await trx.updateTable("searchSynonyms").set({ words: to }).where("position", "=", positionOf(groupId)).execute();
    await audit(trx, services, operator, "synonyms.changed", to, changesOf({ Words: from }, { Words: to }));
    await announce(services, trx, to);
    return { _id: groupId, words };
  });
}

/** Removes a group. Refuses `unknown_synonyms`. */
export async function removeSynonyms(services: Services, operator: Operator, groupId: string): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    await lockGroups(services, trx);
    const { words } = await synonymGroupOf(trx, groupId);
    await trx.deleteFrom("searchSynonyms").where("position", "=", positionOf(groupId)).execute();
    await audit(trx, services, operator, "synonyms.removed", wordsInText(words));
    await services.dialect.announceChange(trx, [SYNONYMS, LISTS]);
  });
}

/** Refuses `synonyms_alike` if all words differ only in plural, case or accents: search treats these as one anyway. */
function requireTwo(words: readonly string[]): void {
  if (new Set(words.map((word) => singularOf(foldForSearch(word)))).size < 2) throw synonymsAlike();
}

/** Lets one operator at a time change the list. */
async function lockGroups(services: Services, trx: Trx): Promise<void> {
  const first = trx.selectFrom("searchSynonyms").select("position").orderBy("position").limit(1);
  await (services.dialect.forUpdate ? first.forUpdate() : first).execute();
}

/** Teaches search the words, so that it also corrects a typing error in a synonym, and announces the change. */
async function announce(services: Services, trx: Trx, words: string): Promise<void> {
  await learnWords(trx, [words]);
  await services.dialect.announceChange(trx, [SYNONYMS, LISTS]);
}
