import { audit, type Operator } from "~/features/audit/audit.server";
import { toCents, toDollars } from "~/features/fields";
import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { etagOf, requireMatch, type Expected } from "~/platform/http/versions.server";
import type { Services } from "~/platform/services.server";
import { FIRST_TERMS, type CollectionTerms } from "./schema";

/** The market's terms of paying at collection. */
export async function collectionTerms(db: Db): Promise<CollectionTerms> {
  const row = await db.selectFrom("collectionTerms").selectAll().where("_id", "=", "terms").executeTakeFirst();
  if (!row) return FIRST_TERMS;
  const { isAllowed, mostOrders, mostCents, mostMissed } = row;
  return { allowed: isAllowed === 1, mostOrders, mostMoney: toDollars(mostCents), mostMissed };
}

/** The version of the terms: all that an operator saves of them. */
export const termsVersion = (terms: CollectionTerms): string => etagOf(terms);

/**
 * Saves the market's terms; the audit log has the former ones. Orders that are placed stay as they are. Refuses
 * `changed_meanwhile` if somebody else has saved them since the expected version.
 */
export async function changeTerms(
  services: Services,
  operator: Operator,
  terms: CollectionTerms,
  expectedVersion: Expected,
): Promise<void> {
  const { allowed, mostOrders, mostMoney, mostMissed } = terms;
  const columns = {
    isAllowed: allowed ? (1 as const) : (0 as const),
    mostOrders,
    mostCents: toCents(mostMoney),
    mostMissed,
    updatedAt: timestamp(services.clock),
  };
  await inTransactionOnce(services, async (trx) => {
    const before = await collectionTerms(trx);
    requireMatch(before, expectedVersion, termsVersion(before));
    await trx
      .insertInto("collectionTerms")
      .values({ _id: "terms", ...columns })
      .onConflict((oc) => oc.column("_id").doUpdateSet(columns))
      .execute();
    await audit(trx, services, operator, "collection_terms.saved", "Pay when you collect", { before, after: terms });
  });
}
