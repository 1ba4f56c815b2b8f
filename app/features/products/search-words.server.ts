import type { Trx } from "~/platform/database/database.server";
import { foldForSearch } from "~/platform/folding";
import { withoutForms } from "~/platform/search-text/search-line";
import { spellingRows } from "~/platform/search-text/spellings";

const ROWS_A_STATEMENT = 500;

/** Teaches search the words of texts that go on sale, so that it finds them despite one wrong letter. */
export async function learnWords(trx: Trx, texts: string[]): Promise<void> {
  const rows = spellingRows(texts.map((text) => foldForSearch(withoutForms(text))));
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT)
    await trx
      .insertInto("searchWords")
      .values(rows.slice(start, start + ROWS_A_STATEMENT))
      .onConflict((oc) => oc.doNothing())
      .execute();
}
