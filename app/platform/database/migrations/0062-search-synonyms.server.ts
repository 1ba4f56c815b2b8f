import type { Kysely } from "kysely";
import { spellingRows } from "../../search-text/spellings";
import { fillSearch, nameStalls } from "./0027-search.server";
import { table } from "./columns.server";
import { STARTING_SYNONYMS } from "./starting-synonyms";

const BATCH = 500;

/**
 * Words that mean the same, for operators to edit. What search holds of stalls and products is written anew, with other
 * ways to write it, and so are the words that it knows with letters wrong.
 */
export async function searchSynonyms(db: Kysely<any>): Promise<void> {
  await table(db, "searchSynonyms", { position: "integer", words: "text" })
    .addPrimaryKeyConstraint("searchSynonymsKey", ["position"])
    .execute();
  await fillSynonyms(db);
  await nameStalls(db);
  await db.deleteFrom("searchWords").execute();
  await fillSearch(db);
  await learnSynonyms(db);
}

/** Writes the synonyms that a marketplace begins with. */
export async function fillSynonyms(db: Kysely<any>): Promise<void> {
  await db
    .insertInto("searchSynonyms")
    .values(STARTING_SYNONYMS.map((words, position) => ({ position, words })))
    .execute();
}

/** A slip in a synonym is corrected, even where no product has the word. */
export async function learnSynonyms(db: Kysely<any>): Promise<void> {
  const rows = spellingRows(STARTING_SYNONYMS);
  for (let start = 0; start < rows.length; start += BATCH)
    await db
      .insertInto("searchWords")
      .values(rows.slice(start, start + BATCH))
      .onConflict((oc) => oc.doNothing())
      .execute();
}
