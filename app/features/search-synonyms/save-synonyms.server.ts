import { audit, type Operator } from "~/features/audit/audit.server";
import { LISTS } from "~/features/cache-tags";
import { learnWords } from "~/features/products/search-words.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { groupsOf, SYNONYMS } from "./synonyms.server";

/** Puts other groups of words that mean the same in the place of the list; the log says which came and which went. */
export async function saveSynonyms(
  services: Services,
  operator: Operator,
  groups: readonly (readonly string[])[],
): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    const before = (await groupsOf(trx)).map((group) => group.join(", "));
    const after = groups.map((group) => group.join(", "));
    await trx.deleteFrom("searchSynonyms").execute();
    if (after.length > 0)
      await trx
        .insertInto("searchSynonyms")
        .values(after.map((words, position) => ({ position, words })))
        .execute();
    // A slip in a synonym is corrected as well.
    await learnWords(trx, after);
    await audit(trx, services, operator, "synonyms.saved", "Synonyms of search", {
      added: after.filter((group) => !before.includes(group)),
      removed: before.filter((group) => !after.includes(group)),
    });
    await services.dialect.announceChange(trx, [SYNONYMS, LISTS]);
  });
}
